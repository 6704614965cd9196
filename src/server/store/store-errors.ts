/** The store does not answer, or refuses at this moment. The request may be sent again. */
export class StoreUnavailableError extends Error {}

/** A file of the store is missing, or its bytes are not the ones that the school has stored. */
export class DamagedFileError extends Error {
  /** Whether there is no such file at all. */
  readonly isMissing: boolean;

  constructor(message: string, { isMissing = false } = {}) {
    super(message);
    this.isMissing = isMissing;
  }
}

/** The store cannot be used with these settings. The message is a sentence for the administrator. */
export class StoreSettingsError extends Error {}

/** Whether the reason says that a file is missing or damaged, on a disk or in a bucket. */
export const isDamagedFile = (reason: unknown): boolean =>
  reason instanceof DamagedFileError ||
  (reason instanceof Error && "code" in reason && reason.code === "ENOENT");
