/** A backup cannot be made or restored. The message gives the reason in one sentence. */
export class BackupError extends Error {}
