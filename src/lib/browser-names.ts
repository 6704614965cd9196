/* Names that the pages and the worker of the web app have in common. */

/** The prefix of the names of all caches with content of an account. */
export const KEPT_PREFIX = "kept.v";

/** The lock that each page holds for as long as it is open: it names the version of its files. */
export const shellLock = (version: string): string => `shell/${version}`;
