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
