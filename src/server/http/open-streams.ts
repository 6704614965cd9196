/** The maximum number of open requests of a household, over all of its HTTP/2 connections. */
export const STREAMS_OF_A_HOUSEHOLD = 1000;

/** Counts the open requests of each household. */
export class OpenStreams {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Each success needs one `close`. @returns false when the household has reached the maximum */
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
