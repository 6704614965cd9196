import type { IndexFile } from "../../contract/local-content.ts";
import type { Result } from "../../lib/result.ts";
import type { FolderFailure } from "../../platform/ports.ts";

/** Why content was not taken. What was there before is whole in each case. */
export type ImportFailure =
  /** What was chosen is no zip, or was cut off or damaged on its way. */
  | { readonly kind: "damaged-zip" }
  | { readonly kind: "encrypted" }
  /** Names that climb out of the folder or come twice, or links to elsewhere. */
  | { readonly kind: "unsafe" }
  /** Far more than any content, or more than it says of itself. */
  | { readonly kind: "too-big" }
  /** It is not a content folder: this is missing in it. */
  | { readonly kind: "no-index"; readonly file: IndexFile }
  | { readonly kind: "damaged-index"; readonly file: IndexFile }
  /** Made for another version of the app. */
  | { readonly kind: "wrong-version" }
  /** So many files are missing, or are not what the index says. */
  | { readonly kind: "damaged-files"; readonly count: number }
  /** It could be opened, and cannot be read any more: a stick that was pulled out. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "cancelled" }
  | FolderFailure;

export type Imported<Value> = Result<Value, ImportFailure>;

/** A content folder that is to be taken over, in whichever form. Paths are relative to its root. */
export interface ImportSource {
  /** Bytes of all of it as it comes, packed or not; null where that is not known. */
  readonly packed: number | null;
  /** Bytes that a file is said to have; null where there is no such file. */
  size(path: string): Promise<number | null>;
  /** Bytes that a file takes up in what was chosen; null where it is not packed, or not there. */
  packedSize(path: string): Promise<number | null>;
  /**
   * Pours out a file, piece by piece, waiting for each to be taken.
   * @param take may say that it wants no more, and why
   */
  pour(
    path: string,
    take: (bytes: Uint8Array<ArrayBuffer>) => Promise<Imported<null>>,
  ): Promise<Imported<null>>;
}
