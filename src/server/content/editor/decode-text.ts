const BOM = "\uFEFF";

/** A text file as it is edited, and what its bytes have besides. */
export interface EditedText {
  /** With `\n` at the ends of lines, as a text area has them. */
  readonly text: string;
  readonly hasBom: boolean;
  readonly hasCrLf: boolean;
}

/** Decodes a file; null if it is not in UTF-8. */
export const decodeText = (bytes: Uint8Array): EditedText | null => {
  let whole: string;
  try {
    whole = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  const hasBom = whole.startsWith(BOM);
  const text = hasBom ? whole.slice(1) : whole;
  return { text: text.replace(/\r\n?/g, "\n"), hasBom, hasCrLf: text.includes("\r\n") };
};

/**
 * The bytes of an edited text. What stands before the text and at the ends of its lines stays as in the file
 * before, so that only the lines that somebody has changed are different.
 * @param before null for a new file
 */
export const encodeText = (text: string, before: EditedText | null): Buffer => {
  const plain = text.replace(/\r\n?/g, "\n");
  const lines = before?.hasCrLf ? plain.replaceAll("\n", "\r\n") : plain;
  return Buffer.from(before?.hasBom ? BOM + lines : lines);
};
