/** Set to 1 by `npm test -- --all` and `--long`, also for the tests' own processes. */
const VARIABLE = "TEST_ALL";
const LONG_VARIABLE = "TEST_LONG";

/**
 * Whether the second round of the tests runs, too: what repeats the first one elsewhere (React, PostgreSQL,
 * other browsers, the desktop app) and more cases of the sweeps.
 */
export const isAll = (): boolean => process.env[VARIABLE] === "1";

/** Adds the second round for this process and those that it starts. */
export const addSecondRound = (): void => {
  process.env[VARIABLE] = "1";
};

/** Whether attacks and sweeps try all their cases, which takes hours. */
export const isLong = (): boolean => process.env[LONG_VARIABLE] === "1";

/** Takes all cases of attacks and sweeps, in this process and those that it starts. */
export const takeLongForm = (): void => {
  process.env[LONG_VARIABLE] = "1";
};

/** The tests to run of a part. */
export interface Selection {
  /** Test files, such as `tests/e2e/faq.test.ts`; null: all. */
  files: readonly string[] | null;
  /** A title or a regular expression for titles, ignoring case; null: all titles. */
  grep: string | null;
}

export const EVERYTHING: Selection = { files: null, grep: null };
