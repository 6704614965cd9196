/** The database does not answer, or another program keeps it locked. A retry may succeed. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
