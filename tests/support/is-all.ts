/** Whether each use of a mechanism is tried, too: `npm test -- --all` sets it. */
export const isAll = process.env.TEST_ALL === "1";
