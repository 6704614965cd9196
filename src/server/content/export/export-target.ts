/** A file of an export. */
export interface TargetFile {
  /** Relative to the export, joined by `/`; safe to be written below it. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly size: number;
}

/** The destination of an export. Nothing appears at its path before the export is complete. */
export interface ExportTarget {
  addText(name: string, text: string): Promise<void>;
  /** @param bytes may throw at the end; then the export has failed */
  addFile(file: TargetFile, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Moves the complete export to its final path. */
  finish(): Promise<void>;
  /** Deletes what was written. */
  abandon(): Promise<void>;
}

/** The target path already exists. */
export class TargetExistsError extends Error {}
