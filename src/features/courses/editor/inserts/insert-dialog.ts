/** What a dialog that puts something into a text is given. */
export interface InsertDialogProps {
  /** The key of the text's product; empty for texts of the school. */
  readonly product: string;
  readonly language: string;
  /** The words that are selected in the text; empty: none. */
  readonly words: string;
  /** Puts Markdown where the cursor is, in place of what is selected, and closes the dialog. */
  readonly onInsert: (markdown: string) => void;
  readonly onClose: () => void;
}
