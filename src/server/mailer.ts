import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Log } from "./log.ts";
import { makePrivateFolder, PRIVATE_FILE } from "./private-files.ts";

export interface Mail {
  from: { name: string; address: string };
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  attachments?: { filename: string; contentType: string; content: Readable }[];
}

/** Sends mail. Rejects when the mail server refuses it. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 20_000;

/** Sends mail over SMTP. Connects when the first mail is sent. */
const smtpMailer = (url: string): Mailer => {
  const opening = import("nodemailer").then(({ createTransport }) =>
    createTransport({
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return {
    send: async (mail) => {
      await (await opening).sendMail(mail);
    },
    close: () => {
      opening.then((transport) => transport.close());
    },
  };
};

/**
 * Writes mails to a folder when no mail server is configured, so that an administrator can read
 * them.
 */
const outboxMailer = (folder: string, log: Log): Mailer => ({
  send: async (mail) => {
    const { createTransport } = await import("nodemailer");
    const { message } = await createTransport({ streamTransport: true }).sendMail(mail);
    await makePrivateFolder(folder);
    const file = path.join(folder, `${randomUUID()}.eml`);
    await pipeline(message as Readable, createWriteStream(file, { mode: PRIVATE_FILE }));
    log.info("SMTP_URL is not set; the mail was written to a file", { file });
  },
  close: () => {},
});

/** @param smtpUrl null to write mails to `dataDir/outbox` */
export const openMailer = (smtpUrl: string | null, dataDir: string, log: Log): Mailer =>
  smtpUrl ? smtpMailer(smtpUrl) : outboxMailer(path.join(dataDir, "outbox"), log);
