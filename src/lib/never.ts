/**
 * A promise that never settles, for a failure that is handled while the page is about to reload.
 */
export const never = new Promise<never>(() => undefined);
