import { pauseAfter } from "../../domain/news.ts";

/** Keeps a server from being asked that is away, with growing pauses. */
export class Circuit {
  readonly #clock: () => number;
  #failures = 0;
  #until = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** When the server may be asked again; null: now. */
  get opensAt(): number | null {
    const left = this.#until - this.#clock();
    // A clock that was set back makes no pause longer.
    return left > 0 && left <= pauseAfter(this.#failures) ? this.#until : null;
  }

  /** Lets the server be asked at once; also to be called when another one takes its place. */
  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  /** @returns whether it is the first failure in sequence */
  failed(): boolean {
    // Those that were asked at the same time fail together.
    if (this.opensAt === null) {
      this.#failures += 1;
      this.#until = this.#clock() + pauseAfter(this.#failures);
    }
    return this.#failures === 1;
  }
}
