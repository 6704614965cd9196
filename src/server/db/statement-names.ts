/** From this use on a statement has a name. Most lists of ids have a length that hardly comes again. */
const NAMED_FROM = 3;
/** Each connection keeps the plans of its named statements. */
const MAX_NAMES = 300;
const MAX_SEEN = 1000;

/**
 * Gives names to statements that are used again and again: PostgreSQL parses and plans a named
 * statement once for each connection.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Map<string, number>();
  #count = 0;

  /** @returns undefined for a statement without a name */
  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= MAX_NAMES) return known;
    const uses = (this.#seen.get(sql) ?? 0) + 1;
    if (uses < NAMED_FROM) {
      if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
      this.#seen.set(sql, uses);
      return undefined;
    }
    this.#seen.delete(sql);
    this.#count += 1;
    const name = `s${this.#count}`;
    this.#names.set(sql, name);
    return name;
  }

  /** Gives no name again that was given before, because what it stands for is out of date. */
  renew(): void {
    this.#names.clear();
  }
}
