import type { LimitKey } from "../../gate.ts";
import { HttpProblem } from "../../problem.ts";

const MINUTE_MS = 60_000;
/** Whoever has not written for a minute needs no entry: the entries are then dropped. */
const MAX_KEPT = 20_000;

/**
 * Counts writes: each key has a minute's writes in stock, and they come back evenly. The count is in
 * memory, for each process of its own.
 */
export class WriteRate {
  #perMinute: number;
  readonly #clock: () => number;
  readonly #stocks = new Map<LimitKey, { left: number; at: number }>();

  /** @param perMinute 0 for no limit */
  constructor(perMinute: number, clock: () => number) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** Changes the limit; whoever has less left keeps it. */
  setPerMinute(perMinute: number): void {
    this.#perMinute = perMinute;
  }

  /** @throws HttpProblem 429 with `Retry-After` when the stock is used */
  count(key: LimitKey): void {
    if (this.#perMinute === 0) return;
    const now = this.#clock();
    const stock = this.#stocks.get(key);
    if (!stock) {
      if (this.#stocks.size >= MAX_KEPT) this.#dropFull(now);
      this.#stocks.set(key, { left: this.#perMinute - 1, at: now });
      return;
    }
    // A clock that is set back gives nothing and takes nothing.
    const back = (Math.max(0, now - stock.at) * this.#perMinute) / MINUTE_MS;
    stock.left = Math.min(this.#perMinute, stock.left + back);
    stock.at = now;
    if (stock.left < 1) {
      const seconds = Math.ceil(((1 - stock.left) * MINUTE_MS) / this.#perMinute / 1000);
      throw new HttpProblem(429, "account/too_many_writes", "Too many changes within a minute", {
        headers: { "Retry-After": String(seconds) },
      });
    }
    stock.left -= 1;
  }

  #dropFull(now: number): void {
    for (const [key, { at }] of this.#stocks) {
      if (now - at >= MINUTE_MS) this.#stocks.delete(key);
    }
  }
}
