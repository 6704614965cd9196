/**
 * A promise that never settles, for a failure of which nothing is shown: the page is about to reload, or can do
 * without what failed.
 */
export const never = new Promise<never>(() => undefined);
