/** Somebody else has changed the draft, or published something, since it was last seen. */
export class SourceConflict extends Error {
  override name = "SourceConflict";
  /** The files that are not what they were; empty if the whole draft is meant. */
  readonly paths: readonly string[];

  constructor(paths: readonly string[] = []) {
    super("The draft has been changed meanwhile");
    this.paths = paths;
  }
}

/** Why an author's folder, or a zip of it, is not taken. */
export type SourceErrorCode =
  | "content/too_many_files"
  | "content/too_large"
  | "content/picture_too_large"
  | "content/twins"
  | "content/unsafe_names"
  | "content/missing_files"
  | "content/damaged_zip"
  | "content/encrypted_zip"
  | "content/unknown_compression"
  | "content/unsafe_zip"
  | "content/no_school"
  | "content/no_draft"
  /** Changes of the draft are not in what replaces it. */
  | "content/draft_differs"
  | "content/unknown_version"
  | "content/already_published"
  | "content/account_mails"
  | "content/problems";

/** An author's folder, or a zip of it, cannot be taken as it is. */
export class SourceError extends Error {
  override name = "SourceError";
  readonly code: SourceErrorCode;
  /** The files that are the reason. */
  readonly paths: readonly string[];

  constructor(code: SourceErrorCode, paths: readonly string[] = []) {
    super([code, ...paths].join(" "));
    this.code = code;
    this.paths = paths;
  }
}
