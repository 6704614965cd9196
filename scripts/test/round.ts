/** Set to 1 by `npm test -- --all`, also for the tests' own processes. */
const VARIABLE = "TEST_ALL";

/**
 * Whether the second round of the tests runs, too: what repeats the first one elsewhere (React, PostgreSQL,
 * other browsers, the desktop app) and the long sweeps.
 */
export const isAll = (): boolean => process.env[VARIABLE] === "1";

/** Adds the second round for this process and those that it starts. */
export const addSecondRound = (): void => {
  process.env[VARIABLE] = "1";
};

/** The tests to run of a part. */
export interface Selection {
  /** Test files, such as `tests/e2e/faq.test.ts`; null: all. */
  files: readonly string[] | null;
  /** A title or a regular expression for titles, ignoring case; null: all titles. */
  grep: string | null;
}

export const EVERYTHING: Selection = { files: null, grep: null };
