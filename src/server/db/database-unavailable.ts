/** The database does not answer, or another program keeps it locked. The same write may work soon. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
