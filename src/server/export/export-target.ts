import type { ExportedFile } from "./exported-content.ts";

/** Where an export goes: nothing is to be seen at its place before it is whole. */
export interface ExportTarget {
  addText(name: string, text: string): Promise<void>;
  /** @param bytes may throw at their end; then the export has failed */
  addFile(file: ExportedFile, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Gives it its name. */
  finish(): Promise<void>;
  /** Takes away what was written. */
  abandon(): Promise<void>;
}

/** Something lies at the place already. */
export class OccupiedError extends Error {}
