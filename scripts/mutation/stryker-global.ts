import type { Hits } from "./messages.ts";

/** What the instrumented code reads and writes. */
export interface StrykerGlobal {
  activeMutant?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> } | undefined;
}

const holder = globalThis as { __stryker__?: StrykerGlobal };

/** The one object of this process that the instrumented code shares. */
export const strykerGlobal = (): StrykerGlobal => {
  holder.__stryker__ ??= {};
  return holder.__stryker__;
};
