/** The tests to run of a part. */
export interface Selection {
  /** Test files, such as `tests/e2e/faq.test.ts`; null: all. */
  files: readonly string[] | null;
  /** A title or a regular expression for titles, ignoring case; null: all titles. */
  grep: string | null;
}

export const EVERYTHING: Selection = { files: null, grep: null };
