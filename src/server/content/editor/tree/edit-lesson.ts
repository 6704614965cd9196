import { editYaml } from "../edit-yaml.ts";
import { YamlEditError } from "../yaml-steps.ts";
import { headOf } from "./facts.ts";
import { type MovedFiles, movedBody, movedHead } from "./lesson-uses.ts";

/** What the tree changes in a lesson's file. */
export interface LessonEdit {
  /** The number of a copy. */
  readonly id?: number;
  /** Titles by language; an empty one is taken out. */
  readonly titles?: Readonly<Record<string, string>>;
  /** A page whose heading is the title has the new one. */
  readonly heading?: { readonly from: string; readonly to: string };
  /** A part that is added behind another one; null: behind all, or before all. */
  readonly addPart?: {
    readonly key: string;
    readonly after: string | null;
    readonly isFirst?: boolean;
  };
  readonly removePart?: string;
  /** Other keys of lessons that are named. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** For a copy in another product: the names of files there. */
  readonly moved?: MovedFiles;
}

const isPart = (line: string, key?: string): boolean =>
  /^@part[ \t]+\S/.test(line) && (key === undefined || line.split(/[ \t]+/)[1] === key);

const withPart = (
  lines: string[],
  { key, after, isFirst }: NonNullable<LessonEdit["addPart"]>,
): string[] => {
  const first = lines.findIndex((line) => isPart(line));
  if (isFirst && first >= 0) return lines.toSpliced(first, 0, `@part ${key}`);
  const at = after === null ? -1 : lines.findIndex((line) => isPart(line, after));
  const last = lines.findLastIndex((line) => isPart(line));
  const place = at < 0 ? last : at;
  if (place >= 0) return lines.toSpliced(place + 1, 0, `@part ${key}`);
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return [...lines.slice(0, end + 1), "", `@part ${key}`, ""];
};

const withNames = (text: string, renamed: Readonly<Record<string, string>>): string =>
  text
    .replace(/(?<=\(<?lesson:)[a-z0-9][a-z0-9_-]*/g, (key) => renamed[key] ?? key)
    .replace(/(?<=^@part[ \t]+)\S+/gm, (key) => renamed[key] ?? key);

/** In the assignment's draft, each length names the lesson of its step. */
const withLengths = (head: string, renamed: Readonly<Record<string, string>>): string =>
  head.replace(
    /^(\s+lengths:)([^\n]*(?:\n\s{4,}[^\n]*)*)/m,
    (_, name: string, rest: string) =>
      name + rest.replace(/(?<=:\s*)[a-z0-9][a-z0-9_-]*/g, (key) => renamed[key] ?? key),
  );

/**
 * Changes a lesson's file; all other bytes stay.
 * @param text with `\n` at the ends of lines
 * @throws YamlEditError if its head is written in a way in which more would change
 */
export const editLesson = (text: string, edit: LessonEdit): string => {
  const { id, titles, heading, addPart, removePart, renamed, moved } = edit;
  const found = headOf(text);
  if (!found && (id !== undefined || titles)) throw new YamlEditError("There is no head");
  const { start, end } = found ?? { start: 0, end: 0 };
  let head = text.slice(start, end);
  if (titles) head = editYaml(head, [{ do: "texts", of: [], texts: { title: titles } }]);
  if (id !== undefined) head = editYaml(head, [{ do: "put", of: [], name: "id", value: id }]);
  if (moved && found) head = movedHead(head, moved, renamed ?? {});
  if (renamed) head = withLengths(head, renamed);
  let body = text.slice(end);
  if (moved) body = movedBody(body, moved, renamed ?? {});
  if (renamed) body = withNames(body, renamed);
  let lines = body.split("\n");
  if (heading && heading.from !== "") {
    lines = lines.map((line) => (line === `# ${heading.from}` ? `# ${heading.to}` : line));
  }
  if (removePart !== undefined) lines = lines.filter((line) => !isPart(line, removePart));
  if (addPart) lines = withPart(lines, addPart);
  return text.slice(0, start) + head + lines.join("\n");
};
