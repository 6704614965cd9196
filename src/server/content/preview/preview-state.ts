import type { ContentProblem } from "../school.ts";

/** What a page of the preview shows, besides the app. */
export interface PreviewState {
  /** Names the content that the app shows. A page with another one loads again. */
  readonly version: string;
  /** Whether there is content; without any there is nothing to show behind the problems. */
  readonly hasContent: boolean;
  readonly problems: readonly ContentProblem[];
  readonly warnings: readonly ContentProblem[];
}

/** The state, and everybody who waits for the next one. */
export class PreviewStates {
  #current: PreviewState;
  readonly #listeners = new Set<(state: PreviewState) => void>();

  constructor(first: PreviewState) {
    this.#current = first;
  }

  get current(): PreviewState {
    return this.#current;
  }

  set(state: PreviewState): void {
    this.#current = state;
    for (const listener of this.#listeners) listener(state);
  }

  /** @returns stops listening */
  listen(listener: (state: PreviewState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
