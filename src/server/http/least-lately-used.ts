/** Keeps what was used last, up to a weight; the rest is forgotten. */
export class LeastLatelyUsed<Value extends { readonly weight: number }> {
  readonly #most: number;
  readonly #entries = new Map<string, Value>();
  #weight = 0;

  /** @param most the weights' sum that is kept, in the values' unit */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value) {
      // A map remembers the order of setting: the first key is the one least lately used.
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: string, value: Value): void {
    this.#weight += value.weight - (this.#entries.get(key)?.weight ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const [oldest, { weight }] of this.#entries) {
      if (this.#weight <= this.#most) break;
      this.#entries.delete(oldest);
      this.#weight -= weight;
    }
  }
}
