/** Why nothing can be drawn on a file. */
export type MarkProblem =
  /** It is neither a JPEG, PNG or WebP nor a PDF. */
  | "unsupported"
  /** It cannot be read. */
  | "damaged"
  /** The store has lost it. */
  | "missing"
  /** It is a PDF that opens with a password only. */
  | "encrypted"
  /** It has more pixels, or needs more memory, than the server can give. */
  | "too-large"
  /** It takes longer than the server waits. */
  | "too-slow"
  /** The drawing has a page that the file lacks. */
  | "no-such-page"
  /** The library for pictures does not run on this system. */
  | "unavailable";

/** A file that cannot be marked. The file itself stays as it is. */
export class MarkError extends Error {
  readonly kind: MarkProblem;

  constructor(kind: MarkProblem, message: string = kind) {
    super(message);
    this.kind = kind;
  }
}
