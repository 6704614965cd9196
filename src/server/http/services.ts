import type { Database } from "../db/open-database.ts";
import type { Log } from "../log.ts";
import type { Mailer } from "../mailer.ts";
import type { Passwords } from "../passwords.ts";
import type { CatalogueHolder } from "./catalogue.ts";
import type { Tokens } from "./session/tokens.ts";

/** Milliseconds since 1970. */
export type Clock = () => number;

/** What the calls work with. */
export interface Services {
  readonly database: Database;
  readonly catalogue: CatalogueHolder;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  /** The built web app's folder. */
  readonly webDir: string;
  /** Where students reach the school, without a slash at the end. */
  readonly publicUrl: () => string;
  /** Work that goes on after its answer; the server waits for it before it closes. */
  readonly background: Background;
}

/** Follows work that nobody waits for. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** How many pieces of work are under way. */
  get size(): number {
    return this.#running.size;
  }

  /** Starts the work; what it throws is logged. */
  run(name: string, work: () => Promise<void>): void {
    const running = work()
      .catch((reason: unknown) => this.#log.error(`${name} failed`, reason))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when none of it is left. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
