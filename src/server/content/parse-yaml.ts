import { type Document, LineCounter, type Node } from "yaml";
import { lintYaml } from "./lint-yaml.ts";
import type { Report } from "./problem-list.ts";
import { parseYamlDocument } from "./yaml-document.ts";
import { YamlField } from "./yaml-field.ts";

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
    lintYaml(text, document, (offset, message) => report(lineAt(offset), message, "warning"));
  } catch {
    report(firstLine, "This YAML is nested too deeply to be read.");
    return null;
  }
  for (const { code, message, pos } of [...document.errors, ...document.warnings]) {
    const words = code === "DUPLICATE_KEY" ? "This key appears twice" : message;
    report(lineAt(pos[0]), `${words.replace(/\.$/, "")}.`);
  }
  // The result is still usable with a duplicate key, but not after any other error.
  if (document.errors.some(({ code }) => code !== "DUPLICATE_KEY")) return null;
  return new YamlField({ report, lineAt, text }, name, document.contents as Node | null, firstLine);
};
