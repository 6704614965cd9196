import { randomUUID } from "node:crypto";
import pg from "pg";

/** A change by any process of the school, of which the others are notified. */
export type Change =
  /** An account: its level, its courses, its sessions; or the account is gone. */
  | { readonly kind: "account"; readonly accountId: number }
  /** The content, a key, the list of sites or another setting. */
  | { readonly kind: "setting" };

const ACCOUNT = /^account (\d{1,15})$/;

/** Decodes a notification of the database; null if it is none of the school's. */
const parseChange = (text: string): Change | null => {
  const [, accountId] = ACCOUNT.exec(text) ?? [];
  if (accountId !== undefined) return { kind: "account", accountId: Number(accountId) };
  return text === "setting" ? { kind: "setting" } : null;
};

/** The channel of the triggers. */
const CHANNEL = "learning_space";

/** The pause between two heartbeats: notifications that the feed sends to itself. */
const HEARTBEAT_MS = 1000;
/** The timeout of the query that sends a heartbeat. */
const QUERY_TIMEOUT_MS = 2000;
/** Without a heartbeat for this long, the feed may have missed other notifications. */
const MISSED_MS = 3000;
const RECONNECT_MS = 500;

const ignore = () => {};

/**
 * Listens for the changes of all processes of a school in PostgreSQL, on its own connection.
 * Connects when the first listener is added, and reconnects by itself.
 */
export class ChangeFeed {
  readonly #url: string;
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #heartbeat = `beat ${randomUUID()}`;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** The number of connections so far. Changes between two connections are missed. */
  #connections = 0;
  #lastHeartbeat = Number.NEGATIVE_INFINITY;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Identifies the connection: when it differs, changes may have been missed. Null while
   * notifications do not arrive, for example through a connection pooler.
   */
  get state(): number | null {
    return performance.now() - this.#lastHeartbeat < MISSED_MS ? this.#connections : null;
  }

  /** Calls back for each change, until the feed is closed. */
  onChange(listener: (change: Change) => void): void {
    if (this.#listeners.size === 0) void this.#connect();
    this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(ignore);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: HEARTBEAT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    let isOver = false;
    const reconnect = () => {
      if (isOver) return;
      isOver = true;
      client.end().catch(ignore);
      if (this.#client === client) this.#client = null;
      if (this.#closed) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#connect(), RECONNECT_MS).unref();
    };
    client.on("error", reconnect);
    client.on("end", reconnect);
    client.on("notification", ({ payload = "" }) => this.#receive(payload));
    this.#client = client;
    const sendHeartbeat = async () => {
      try {
        await client.query("select pg_notify($1, $2)", [CHANNEL, this.#heartbeat]);
      } catch {
        reconnect();
      }
      if (isOver) return;
      // The driver runs one query at a time, so the next heartbeat waits for the answer to this
      // one. Reconnects if queries are answered but notifications do not arrive.
      const next = () => (this.state === null ? reconnect() : sendHeartbeat());
      this.#timer = setTimeout(next, HEARTBEAT_MS).unref();
    };
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#connections += 1;
    } catch {
      reconnect();
      return;
    }
    await sendHeartbeat();
  }

  #receive(text: string): void {
    if (text === this.#heartbeat) {
      this.#lastHeartbeat = performance.now();
      return;
    }
    const change = parseChange(text);
    if (change) for (const listener of this.#listeners) listener(change);
  }
}
