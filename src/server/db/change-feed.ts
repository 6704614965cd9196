import { randomUUID } from "node:crypto";
import pg from "pg";
import { type Change, parseChange } from "./change.ts";

/** The channel of the triggers. */
const CHANNEL = "learning_space";

/** How long after the answer to a notification of its own the feed sends the next one. */
const BEAT_MS = 1000;
/** How long the database may take to answer one. */
const QUERY_MS = 2000;
/** Without a notification of its own for so long the feed may have missed others. */
const MISSED_MS = 3000;
const RECONNECT_MS = 500;

const ignore = () => {};

/**
 * Listens on a connection of its own to what all processes of a school change in PostgreSQL. It
 * connects when somebody wants to know, and again by itself.
 */
export class ChangeFeed {
  readonly #url: string;
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #beat = `beat ${randomUUID()}`;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** How often it has connected. What happened between two connections is unknown. */
  #connected = 0;
  #heard = Number.NEGATIVE_INFINITY;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * A number that differs when changes may have been missed; null while they may be. A connection
   * through a pooler that shares it hears nothing, for example.
   */
  get state(): number | null {
    return performance.now() - this.#heard < MISSED_MS ? this.#connected : null;
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
      connectionTimeoutMillis: BEAT_MS,
      query_timeout: QUERY_MS,
      keepAlive: true,
    });
    let isOver = false;
    const again = () => {
      if (isOver) return;
      isOver = true;
      client.end().catch(ignore);
      if (this.#client === client) this.#client = null;
      if (this.#closed) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#connect(), RECONNECT_MS).unref();
    };
    client.on("error", again);
    client.on("end", again);
    client.on("notification", ({ payload = "" }) => this.#hear(payload));
    this.#client = client;
    const notifySelf = async () => {
      try {
        await client.query("select pg_notify($1, $2)", [CHANNEL, this.#beat]);
      } catch {
        again();
      }
      if (isOver) return;
      // Only once this one is answered: the driver takes one query at a time. A connection that
      // answers, but whose notifications go elsewhere, is given up.
      const next = () => (this.state === null ? again() : notifySelf());
      this.#timer = setTimeout(next, BEAT_MS).unref();
    };
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#connected += 1;
    } catch {
      again();
      return;
    }
    await notifySelf();
  }

  #hear(text: string): void {
    if (text === this.#beat) {
      this.#heard = performance.now();
      return;
    }
    const change = parseChange(text);
    if (change) for (const listener of this.#listeners) listener(change);
  }
}
