import { UnsendableError } from "../mailer.ts";

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
  /** The code of the server's answer. */
  readonly responseCode?: number;
  /** The server's answer. */
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
