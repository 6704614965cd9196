import { type Document, LineCounter, type Node, Scalar, visit } from "yaml";
import type { Report } from "./problem-list.ts";
import { parseYamlDocument } from "./yaml-document.ts";
import { YamlField } from "./yaml-field.ts";

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
const lintYaml = (
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

const SYNTAX = { code: "file/syntax" } as const;

/**
 * Parses a YAML text and reports its syntax errors.
 * @param name what messages call the whole text
 * @param firstLine the file's line on which the text begins
 * @returns null when the result is unreliable
 */
export const parseYaml = (
  text: string,
  name: string,
  report: Report,
  firstLine = 1,
): YamlField | null => {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + firstLine - 1;
  let document: Document.Parsed;
  try {
    document = parseYamlDocument(text, { lineCounter });
    lintYaml(text, document, (offset, message) =>
      report(lineAt(offset), message, { code: "file/odd" }),
    );
  } catch {
    report(firstLine, "This YAML is nested too deeply to be read.", SYNTAX);
    return null;
  }
  for (const { code, message, pos } of [...document.errors, ...document.warnings]) {
    const words = code === "DUPLICATE_KEY" ? "This key appears twice" : message;
    report(lineAt(pos[0]), `${words.replace(/\.$/, "")}.`, SYNTAX);
  }
  // The result is still usable with a duplicate key, but not after any other error.
  if (document.errors.some(({ code }) => code !== "DUPLICATE_KEY")) return null;
  return new YamlField({ report, lineAt, text }, name, document.contents as Node | null, firstLine);
};
