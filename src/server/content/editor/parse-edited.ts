import { type Document, isAlias, visit } from "yaml";
import { parseYamlDocument } from "../yaml-document.ts";

/** The library searches the whole file for what one alias stands for. */
const MAX_ALIASES = 100;

const aliasesIn = (document: Document.Parsed): number => {
  let count = 0;
  visit(document, (_, node) => {
    if (isAlias(node)) count += 1;
  });
  return count;
};

/** Parses a file that is to be edited; null for one with mistakes, such as a second document in it. */
export const parseEdited = (text: string): Document.Parsed | null => {
  try {
    const document = parseYamlDocument(text, { keepSourceTokens: true });
    return document.errors.length > 0 || aliasesIn(document) > MAX_ALIASES ? null : document;
  } catch {
    // It is nested too deeply.
    return null;
  }
};
