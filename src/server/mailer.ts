import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Transporter } from "nodemailer";
import { cutText } from "../lib/cut-text.ts";
import type { Log } from "./log.ts";
import { isSendable } from "./mail-address.ts";
import { makePrivateFolder, PRIVATE_FILE } from "./store/private-files.ts";

export interface Mail {
  from: { name: string; address: string };
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  attachments?: { filename: string; contentType: string; content: Readable }[];
  /** Identifies the mail, such as `<a@school.example>`; absent: a random one. */
  messageId?: string;
  headers?: Readonly<Record<string, string>>;
  /**
   * Runs when the mail server has got everything but the end, before which it sends nothing on. If it
   * rejects, the mail is not sent.
   */
  beforeEnd?: () => Promise<void>;
}

/** Sends mail. Rejects when the mail server refuses it. */
export interface Mailer {
  /** @throws UnsendableError, or an error of nodemailer */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** An address that cannot stand in a mail, such as one with a line break. */
export class UnsendableError extends Error {
  override name = "UnsendableError";
}

const TIMEOUT_MS = 20_000;
/** Somebody waits for the answer. */
const VERIFY_TIMEOUT_MS = 8000;
/** A mail server closes a connection that nothing uses. Such a mail goes by another one. */
const REQUEUES = 2;

/**
 * A mail piece by piece, and then `beforeEnd`. Nothing runs ahead of what is read: the mail server reads a
 * mail once it has taken the recipient.
 */
const heldUntil = (mail: Readable, beforeEnd: () => Promise<void>): Readable =>
  Readable.from(
    (async function* () {
      yield* mail;
      await beforeEnd();
    })(),
    { objectMode: false, highWaterMark: 0 },
  );

/** Lets `beforeEnd` run when the rest of a mail has been written. */
const holdEnds = (transporter: Transporter): void => {
  transporter.use("stream", ({ data, message }, done) => {
    const { beforeEnd } = data as Partial<Mail>;
    if (beforeEnd) message.processFunc((mail) => heldUntil(mail, beforeEnd));
    done();
  });
};

const sent = ({ to, headers, ...mail }: Mail) => {
  if (!isSendable(to)) throw new UnsendableError("The address cannot stand in a mail");
  return {
    ...mail,
    // As a text it could be read as several addresses.
    to: { name: "", address: to },
    headers: { ...headers },
  };
};

const connectionTo = (url: string, timeoutMs: number) => ({
  url,
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Steps before a service has shown that it is a mail server. */
const BEFORE_HELLO: ReadonlySet<unknown> = new Set([undefined, "CONN", "EHLO", "HELO", "LHLO"]);
const MAX_REASON = 300;

/** What an error of nodemailer may have. */
interface MailFailure {
  readonly response?: unknown;
  readonly responseCode?: number;
  readonly code?: string;
  readonly command?: string;
  readonly message?: string;
}

/**
 * Why a mail server does not take the school's mails, in its own words if it has said some. What another service
 * says is not repeated: the address may lead to one inside the school's network.
 */
export const reasonOf = (reason: unknown): string => {
  const { response, responseCode, code, command, message = "" } = (reason ?? {}) as MailFailure;
  if (typeof response !== "string" || response === "") return cutText(message, MAX_REASON);
  if (!BEFORE_HELLO.has(command)) return cutText(response, MAX_REASON);
  return responseCode ? `${code} ${responseCode}` : `${code}: this is no mail server`;
};

/**
 * Connects to a mail server and signs in, without sending anything.
 * @returns why that failed; null if the server is ready to take mails
 */
export const verifyMailServer = async (url: string): Promise<string | null> => {
  const { createTransport } = await import("nodemailer");
  const transporter = createTransport(connectionTo(url, VERIFY_TIMEOUT_MS));
  try {
    await transporter.verify();
    return null;
  } catch (reason) {
    return reasonOf(reason);
  } finally {
    transporter.close();
  }
};

/** Sends mail over SMTP. Connects when the first mail is sent. */
const smtpMailer = (url: string, connections: number): Mailer => {
  const opening = import("nodemailer").then(({ createTransport }) => {
    const options = connectionTo(url, TIMEOUT_MS);
    const pool = { pool: true, maxConnections: connections, maxRequeues: REQUEUES } as const;
    const transporter: Transporter =
      connections > 0 ? createTransport({ ...options, ...pool }) : createTransport(options);
    holdEnds(transporter);
    return transporter;
  });
  return {
    send: async (mail) => {
      await (await opening).sendMail(sent(mail));
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
    const transporter = createTransport({ streamTransport: true });
    holdEnds(transporter);
    const { message } = await transporter.sendMail(sent(mail));
    await makePrivateFolder(folder);
    const file = path.join(folder, `${randomUUID()}.eml`);
    await pipeline(message as Readable, createWriteStream(file, { mode: PRIVATE_FILE }));
    log.info("SMTP_URL is not set; the mail was written to a file", { file });
  },
  close: () => {},
});

/**
 * @param smtpUrl null to write mails to `dataDir/outbox`
 * @param connections at most as many stay open for further mails; 0: each mail has one of its own
 */
export const openMailer = (
  smtpUrl: string | null,
  dataDir: string,
  log: Log,
  connections = 0,
): Mailer =>
  smtpUrl ? smtpMailer(smtpUrl, connections) : outboxMailer(path.join(dataDir, "outbox"), log);

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
