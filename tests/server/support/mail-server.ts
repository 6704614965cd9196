import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server that keeps every mail. */
export class MailServer {
  readonly mails: { to: string[]; text: string; raw: string }[] = [];
  readonly #server: SMTPServer;
  #arrived: (() => void)[] = [];

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const raw = Buffer.concat(chunks).toString("latin1");
          this.mails.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            text: decoded(raw),
            raw,
          });
          done();
          for (const tell of this.#arrived.splice(0)) tell();
        });
      },
    });
  }

  /** Starts it and returns its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.server.address() as AddressInfo;
    return `smtp://127.0.0.1:${port}`;
  }

  /** Waits until this many mails have arrived. */
  async received(count: number): Promise<void> {
    while (this.mails.length < count) {
      await new Promise<void>((resolve) => this.#arrived.push(resolve));
    }
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The text of a mail with one part, in either transfer encoding. */
const decoded = (mail: string): string => {
  const [head = "", ...rest] = mail.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
};
