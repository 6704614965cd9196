/** What to run of a part. */
export interface Selection {
  /** Its test files, such as `tests/e2e/faq.test.ts`; null: all of them. */
  files: readonly string[] | null;
  /** A regular expression for titles, without regard to case; null: every title. */
  grep: string | null;
}

export const EVERYTHING: Selection = { files: null, grep: null };
