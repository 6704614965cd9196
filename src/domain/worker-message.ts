/** What a page tells the web app's worker. */
export type WorkerMessage =
  /** Serve all tabs from now on, in place of the version before. */
  | { readonly kind: "take-over" }
  /** Keep the interface texts of a language. */
  | { readonly kind: "keep-texts"; readonly language: string }
  /** Delete the files of older versions that no tab uses any more. */
  | { readonly kind: "clean-up" }
  /**
   * The person has signed out: delete every cache whose name begins with this, and show no more news,
   * also if the page is closed meanwhile.
   */
  | { readonly kind: "forget"; readonly prefix: string };
