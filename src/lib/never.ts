/** For what has failed and has been dealt with, where whoever waits is about to go. */
export const never = new Promise<never>(() => undefined);
