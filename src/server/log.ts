type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

export type LogFields = Record<string, string | number | boolean | null | undefined>;

const ORDER: readonly LogLevel[] = ["debug", "info", "warn", "error", "silent"];

const FLUSH_MS = 50;
const FLUSH_CHARACTERS = 16_384;

/**
 * A JSON-lines log that is flushed a few times a second. Never log a token, a password, a name
 * or a mail address.
 */
export class Log {
  readonly #least: number;
  readonly #write: (text: string) => void;
  #pending = "";
  #timer: NodeJS.Timeout | null = null;
  #at = 0;
  #atText = "";

  constructor(
    level: LogLevel,
    write: (text: string) => void = (text) => process.stdout.write(text),
  ) {
    this.#least = ORDER.indexOf(level);
    this.#write = write;
  }

  debug(event: string, fields?: LogFields): void {
    this.#add("debug", event, fields);
  }

  info(event: string, fields?: LogFields): void {
    this.#add("info", event, fields);
  }

  warn(event: string, fields?: LogFields): void {
    this.#add("warn", event, fields);
  }

  /**
   * @param reason only its stack is logged, because database errors carry values in other fields
   */
  error(event: string, reason?: unknown, fields?: LogFields): void {
    const stack = reason instanceof Error ? reason.stack : undefined;
    this.#add("error", event, { ...fields, stack });
  }

  /** Writes the buffered lines. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const text = this.#pending;
    this.#pending = "";
    if (text) this.#write(text);
  }

  /** Caches the timestamp's text, because many requests end within one millisecond. */
  #time(): string {
    const now = Date.now();
    if (now !== this.#at) {
      this.#at = now;
      this.#atText = new Date(now).toISOString();
    }
    return this.#atText;
  }

  #add(level: LogLevel, event: string, fields: LogFields | undefined): void {
    if (ORDER.indexOf(level) < this.#least) return;
    this.#pending += `{"time":"${this.#time()}","level":"${level}",${JSON.stringify({ event, ...fields }).slice(1)}\n`;
    if (this.#pending.length > FLUSH_CHARACTERS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }
}
