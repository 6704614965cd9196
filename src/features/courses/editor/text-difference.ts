import { diffLines } from "diff";
import type { LineDifference } from "../../../contract/staff-editor.ts";
import type { Written } from "./text-editor.ts";

/** Comparing takes no longer than this; then both texts are shown as a whole. */
const LONGEST_MS = 300;
/** How many lines around a change are shown. */
const CONTEXT = 2;

const linesOf = (value: string): string[] => value.replace(/\n$/, "").split("\n");

/** A text with its form, as lines. */
const asLines = ({ fields, text }: Written, nameOf: (field: string) => string): string => {
  const head = Object.entries(fields)
    .filter(([, words]) => words !== "")
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, words]) => `${nameOf(name)}: ${words.replaceAll("\n", " ")}\n`);
  return head.join("") + text;
};

/** What somebody else has saved, against what the person has written: theirs is added, their own is removed. */
export const differenceOf = (
  mine: Written,
  theirs: Written,
  nameOf: (field: string) => string,
): LineDifference[] => {
  const [from, to] = [asLines(mine, nameOf), asLines(theirs, nameOf)];
  const parts = diffLines(from, to, { timeout: LONGEST_MS }) ?? [
    { removed: true, added: false, value: from },
    { removed: false, added: true, value: to },
  ];
  return parts.flatMap(({ added, removed, value }, at): LineDifference[] => {
    const lines = linesOf(value);
    if (added || removed) {
      return lines.map((text) => ({ kind: added ? "added" : "removed", text }));
    }
    const [before, after] = [at === 0 ? 0 : CONTEXT, at === parts.length - 1 ? 0 : CONTEXT];
    const shown =
      lines.length <= before + after + 1
        ? lines
        : [...lines.slice(0, before), "…", ...(after > 0 ? lines.slice(-after) : [])];
    return shown.map((text) => ({ kind: "same", text }));
  });
};
