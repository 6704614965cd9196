import { parseYaml } from "./parse-yaml.ts";
import type { Report } from "./problem-list.ts";
import type { MarkdownText, YamlField } from "./yaml-field.ts";

const FENCE = /^---[ \t]*$/;

/** A Markdown file: YAML between two lines of `---`, and the text below. */
export interface MarkdownFile {
  /** Null when it is missing or cannot be read; the problem has been reported. */
  head: YamlField | null;
  /** Null when its start is unknown; the problem has been reported. */
  body: MarkdownText | null;
}

const UNCLOSED = Symbol("unclosed");

const bodyFrom = (lines: string[], start: number): MarkdownText => ({
  text: lines.slice(start).join("\n"),
  lineAt: (line) => line + start + 1,
});

const split = (text: string): { head: string | null; body: MarkdownText } | typeof UNCLOSED => {
  const lines = text.split(/\r\n|\r|\n/);
  if (!FENCE.test(lines[0] ?? "")) return { head: null, body: bodyFrom(lines, 0) };
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (end < 0) return UNCLOSED;
  return { head: lines.slice(1, end).join("\n"), body: bodyFrom(lines, end + 1) };
};

/** Reads a Markdown file with front matter. */
export const readWithFrontMatter = (text: string, report: Report): MarkdownFile => {
  const parts = split(text);
  if (parts === UNCLOSED) {
    report(1, "The front matter does not end: close it with a line of ---.");
    return { head: null, body: null };
  }
  if (parts.head === null) {
    report(1, "The front matter is missing: begin the file with a line of ---.");
    return { head: null, body: parts.body };
  }
  return { head: parseYaml(parts.head, "front matter", report, 2), body: parts.body };
};

/** Reads a translation, which has no front matter. */
export const readTranslation = (text: string, report: Report): MarkdownText => {
  const parts = split(text);
  if (parts !== UNCLOSED && parts.head === null) return parts.body;
  report(1, "A translation has no front matter: it belongs in the English file.");
  return parts === UNCLOSED ? bodyFrom([], 0) : parts.body;
};
