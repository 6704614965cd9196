import type { Mail, Mailer } from "./mailer.ts";

/** Sends mail by a mail server that is replaced while the school is served. */
export class ReplaceableMailer implements Mailer {
  readonly #open: (smtpUrl: string | null) => Mailer;
  /** Runs when the mail server has been replaced. */
  onReplaced: () => void = () => {};
  #current: { readonly mailer: Mailer; readonly sending: Set<Promise<void>> };

  /** @param open opens the mailer for a mail server */
  constructor(open: (smtpUrl: string | null) => Mailer, smtpUrl: string | null) {
    this.#open = open;
    this.#current = { mailer: open(smtpUrl), sending: new Set() };
  }

  send(mail: Mail): Promise<void> {
    const { mailer, sending } = this.#current;
    const sent = mailer.send(mail).finally(() => sending.delete(sent));
    sending.add(sent);
    return sent;
  }

  /** Sends the next mails by another mail server. Those on their way still go by the earlier one. */
  replace(smtpUrl: string | null): void {
    const { mailer, sending } = this.#current;
    this.#current = { mailer: this.#open(smtpUrl), sending: new Set() };
    void Promise.allSettled(sending).then(() => mailer.close());
    this.onReplaced();
  }

  close(): void {
    this.#current.mailer.close();
  }
}
