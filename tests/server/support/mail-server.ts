import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  to: string[];
  /** The text of its body. */
  text: string;
  raw: string;
  /** A header in one line, decoded; empty if the mail has none of that name. */
  header(name: string): string;
}

/** What the server answers in place of taking a mail. */
export interface Refusal {
  code: number;
  message: string;
}

export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** How it answers to some recipients. */
  readonly refused = new Map<string, Refusal>();
  /** How it answers once when a mail to this recipient is complete. */
  readonly refusedAtEnd = new Map<string, Refusal>();
  /** Called when a recipient is named, before the answer. */
  onRecipient: (address: string) => void | Promise<void> = () => {};
  /** Called when a mail is complete, before the answer. */
  onMail: (mail: ReceivedMail) => void | Promise<void> = () => {};
  /** Called when a complete mail is refused. */
  onRefused: (mail: ReceivedMail) => void = () => {};
  #server: SMTPServer | null = null;
  #port = 0;
  #arrived: (() => void)[] = [];

  #create(): SMTPServer {
    const refusal = ({ code, message }: Refusal) =>
      Object.assign(new Error(message), { responseCode: code });
    return new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo: async ({ address }, _, done) => {
        await this.onRecipient(address);
        const refused = this.refused.get(address);
        done(refused ? refusal(refused) : null);
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", async () => {
          const raw = Buffer.concat(chunks).toString("latin1");
          const mail = {
            to: session.envelope.rcptTo.map(({ address }) => address),
            text: decoded(raw),
            raw,
            header: (name: string) => headerOf(raw, name),
          };
          const [to = ""] = mail.to;
          const next = this.refusedAtEnd.get(to);
          if (next) {
            this.refusedAtEnd.delete(to);
            this.onRefused(mail);
            done(refusal(next));
            return;
          }
          this.mails.push(mail);
          await this.onMail(mail);
          done();
          for (const tell of this.#arrived.splice(0)) tell();
        });
      },
    });
  }

  /** Starts it, after a stop at the same address again, and returns its address. */
  async start(): Promise<string> {
    const server = this.#create();
    // A client that is killed breaks its connection.
    server.on("error", () => {});
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.server.address() as AddressInfo).port;
    return this.address;
  }

  get address(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Waits until this many mails have arrived. */
  async received(count: number): Promise<void> {
    while (this.mails.length < count) {
      await new Promise<void>((resolve) => this.#arrived.push(resolve));
    }
  }

  to(address: string): ReceivedMail[] {
    return this.mails.filter((mail) => mail.to.includes(address));
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server?.close(resolve) ?? resolve());
  }
}

/** The text of a mail with one part, in either transfer encoding. */
const decoded = (mail: string): string => {
  const [head = "", ...rest] = mail.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  return quotedPrintable(body.replace(/=\r\n/g, ""));
};

const quotedPrintable = (text: string): string => {
  const bytes = text.replace(/=([\dA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
};

/** A header without its folding, and with its encoded words (RFC 2047) decoded. */
const headerOf = (mail: string, name: string): string => {
  const [head = ""] = mail.split("\r\n\r\n");
  const [, value = ""] = new RegExp(`^${name}: ?(.*(?:\r\n[ \t].*)*)`, "im").exec(head) ?? [];
  return value
    .replace(/\r\n[ \t]/g, " ")
    .trim()
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?(q|b)\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : quotedPrintable(text.replaceAll("_", " ")),
    );
};
