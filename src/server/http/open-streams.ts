/** How many requests one household may have open, over all of its HTTP/2 connections. */
export const STREAMS_OF_A_HOUSEHOLD = 1000;

/** Counts what is open, by household. */
export class OpenStreams {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Every success needs one `close`. @returns whether there is room for another */
  tryOpen(household: string): boolean {
    const open = this.#open.get(household) ?? 0;
    if (open >= this.#most) return false;
    this.#open.set(household, open + 1);
    return true;
  }

  close(household: string): void {
    const open = this.#open.get(household) ?? 0;
    if (open > 1) this.#open.set(household, open - 1);
    else this.#open.delete(household);
  }
}
