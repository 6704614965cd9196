import { LostLeaseError } from "../db/lease.ts";
import { type Mail, type Mailer, type ReplaceableMailer, UnsendableError } from "../mailer.ts";
import type { Services } from "../services.ts";
import { Circuit } from "./circuit.ts";

/**
 * Why a mail was not sent. `address`: this address never gets one. `mail`: the server has refused this mail
 * for now. `away`: no mail goes out at present. `unknown`: the connection broke after the mail's end was
 * sent, so nobody knows whether the server has it.
 */
export type MailFailure = "address" | "mail" | "away" | "unknown";

/** What nodemailer tells about a failure. */
interface SmtpError {
  /** Such as `EENVELOPE`. */
  readonly code?: string;
  /** The command that failed, such as `RCPT TO`. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** There is no such mailbox, or the server takes nothing for it. */
const GONE: ReadonlySet<number | undefined> = new Set([550, 551, 553, 554]);
/** RFC 3463: the server refuses the sender, by a rule of its own. That says nothing about the mailbox. */
const BY_RULE = /^\d{3}[ -]5\.7\.\d/;

/**
 * Tells failures of a mail apart.
 * @param hasEnded whether the mail's end may have been sent
 */
export const mailFailureOf = (reason: unknown, hasEnded: boolean): MailFailure => {
  if (reason instanceof UnsendableError) return "address";
  const { code, command, responseCode, response = "" } = (reason ?? {}) as SmtpError;
  if (hasEnded) return responseCode === undefined ? "unknown" : "mail";
  // With 421 the server ends its work.
  if ((code !== "EENVELOPE" && code !== "EMESSAGE") || responseCode === 421) return "away";
  if (command === "RCPT TO") {
    return GONE.has(responseCode) && !BY_RULE.test(response) ? "address" : "mail";
  }
  // nodemailer itself refuses the recipient.
  if (command === "API") return "address";
  return command === "DATA" && responseCode !== undefined ? "mail" : "away";
};

/** The school's mail server for some work. While it is away it is not asked. */
export class MailServer {
  readonly #log: Services["log"];
  readonly #mailer: Mailer;
  readonly #circuit: Circuit;

  /** @param mailer for this work alone, so that no other mail waits for it */
  constructor({ log, clock }: Pick<Services, "log" | "clock">, mailer: ReplaceableMailer) {
    this.#log = log;
    this.#mailer = mailer;
    this.#circuit = new Circuit(clock);
    mailer.onReplaced = () => this.#circuit.succeeded();
  }

  /** When it may be asked again; null: now. */
  get opensAt(): number | null {
    return this.#circuit.opensAt;
  }

  /**
   * Sends a mail, and logs why it was not sent.
   * @returns null once it is sent; otherwise why it is not, and whether its end may have been sent
   * @throws LostLeaseError of `beforeEnd`
   */
  async send({
    beforeEnd,
    ...mail
  }: Mail): Promise<{ readonly failure: MailFailure; readonly hasEnded: boolean } | null> {
    let hasEnded = false;
    const ending = async () => {
      await beforeEnd?.();
      hasEnded = true;
    };
    try {
      await this.#mailer.send(beforeEnd ? { ...mail, beforeEnd: ending } : mail);
      this.#circuit.succeeded();
      return null;
    } catch (reason) {
      if (reason instanceof LostLeaseError) throw reason;
      const failure = mailFailureOf(reason, hasEnded);
      this.#failed(failure, reason as SmtpError);
      return { failure, hasEnded };
    }
  }

  #failed(failure: MailFailure, { code, responseCode }: SmtpError): void {
    switch (failure) {
      case "address":
        this.#log.warn("A mail address was refused for good: `user list` shows it", {
          responseCode,
        });
        return;
      case "mail":
        this.#circuit.succeeded();
        return;
      case "unknown":
        this.#circuit.failed();
        this.#log.warn("The mail server has not said whether it has a mail", { code });
        return;
      default:
        if (!this.#circuit.failed()) return;
        this.#log.warn("The mail server is away", { code, responseCode });
    }
  }
}
