import { type Document, Scalar, visit } from "yaml";

/** Quotation marks that YAML reads as letters. */
const MARKS = "“”„‟«»";
const SINGLE_MARKS = "‘’‚‛‹›";

const QUOTED = new RegExp(
  `^[${MARKS}][^${MARKS}]*[${MARKS}]?$|^[${SINGLE_MARKS}][^${SINGLE_MARKS}]*[${SINGLE_MARKS}]$`,
);

/**
 * Warns of text that YAML reads differently than the author probably meant.
 * @param warn takes offsets in the text
 */
export const lintYaml = (
  text: string,
  document: Document.Parsed,
  warn: (offset: number, message: string) => void,
): void => {
  visit(document, {
    Scalar: (_, { type, value, range }) => {
      if (type !== Scalar.PLAIN || typeof value !== "string" || !range) return;
      const [start, end] = range;
      if (QUOTED.test(value)) {
        warn(
          start,
          `${value.slice(0, 40)} has quotes that YAML takes for letters, so they are shown: write " in their place, or put the text in " if they are meant.`,
        );
      }
      const [, cut] = /^[ \t]+(#[\p{L}\p{N}][^\n]*)/u.exec(text.slice(end, end + 80)) ?? [];
      if (cut) {
        warn(end, `"${cut.trim()}" is a comment to YAML and is not read: put the text in quotes.`);
      }
    },
  });
};
