import { LineCounter, type Node, parseDocument } from "yaml";
import type { Report } from "./problem-list.ts";
import { YamlField } from "./yaml-field.ts";

/**
 * Parses a YAML text and says what YAML itself finds wrong with it.
 * @param name how a message calls the whole of it
 * @param firstLine the file's line on which the text begins
 * @returns null when nothing in it can be relied on
 */
export const parseYaml = (
  text: string,
  name: string,
  report: Report,
  firstLine = 1,
): YamlField | null => {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + firstLine - 1;
  let document: ReturnType<typeof parseDocument>;
  try {
    document = parseDocument(text, { lineCounter, prettyErrors: false });
  } catch {
    // The parser recurses: values nested by the thousand overflow its stack.
    report(firstLine, "This YAML is nested too deep to be read.");
    return null;
  }
  for (const { code, message, pos } of [...document.errors, ...document.warnings]) {
    const words = code === "DUPLICATE_KEY" ? "This key stands here a second time" : message;
    report(lineAt(pos[0]), `${words}.`.replace(/\.+$/, "."));
  }
  // A key twice leaves the rest readable; after any other error what follows would be guessed.
  if (document.errors.some(({ code }) => code !== "DUPLICATE_KEY")) return null;
  return new YamlField({ report, lineAt }, name, document.contents as Node | null, firstLine);
};
