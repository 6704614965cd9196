import { type Document, parseDocument } from "yaml";

/** Parses a file that is to be edited; null for one with mistakes, such as a second document in it. */
export const parseEdited = (text: string): Document.Parsed | null => {
  try {
    const document = parseDocument(text, { keepSourceTokens: true, prettyErrors: false });
    return document.errors.length > 0 ? null : document;
  } catch {
    // The parser recurses: deeply nested values overflow the stack.
    return null;
  }
};
