import type { Result } from "../lib/result.ts";
import type { Size } from "./zoom-view.ts";

/** The pages of a file that can be marked. */
export interface PagedDocument {
  readonly pages: number;
  /** Whether a page becomes sharper if it is painted again for a larger width. */
  readonly isVector: boolean;
  /** The size of a page before it is turned, in any unit. */
  sizeOf(page: number): Promise<Size>;
  /**
   * Paints a page as it is turned, to fill the element that it is put into. Rejects if it is aborted, or
   * the page cannot be shown.
   * @param width in pixels of the screen
   */
  paint(page: number, turn: number, width: number, signal: AbortSignal): Promise<HTMLElement>;
  close(): void;
}

/** Why a file cannot be marked here. */
export interface DocumentFailure {
  readonly kind: "other-kind" | "only-in-browser" | "not-loaded" | "damaged" | "locked";
}

export type OpenedDocument = Result<PagedDocument, DocumentFailure>;
