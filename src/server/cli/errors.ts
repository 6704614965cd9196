/** The command was called in a way that it does not know; the message is one line. */
export class UsageError extends Error {}

/** The command cannot be done; the message says why, in a sentence. */
export class CommandError extends Error {}
