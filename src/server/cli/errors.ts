/** The command line is invalid, for example an unknown command. The message is one line. */
export class UsageError extends Error {}

/** The command failed. The message gives the reason in one sentence. */
export class CommandError extends Error {}
