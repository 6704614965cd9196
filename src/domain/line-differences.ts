import { diffLines } from "diff";
import type { LineDifference } from "../contract/staff-editor.ts";

/** How many lines around a change are shown. */
const CONTEXT = 3;
/** Nobody reads more lines, of one part and of all. */
const MOST_LINES = { part: 1000, all: 4000 };
/** Comparing texts that have nothing in common takes no longer than this. */
const LONGEST_MS = 500;

const linesOf = (value: string): string[] => value.replace(/\n$/, "").split("\n");

const cut = <Line>(lines: Line[], most: number, more: Line): Line[] =>
  lines.length <= most ? lines : [...lines.slice(0, most), more];

/** The parts of a text that two versions have alike, without the lines far from any change. */
const shorten = (lines: string[], isFirst: boolean, isLast: boolean): string[] => {
  const before = isFirst ? 0 : CONTEXT;
  const after = isLast ? 0 : CONTEXT;
  if (lines.length <= before + after + 1) return lines;
  return [...lines.slice(0, before), "…", ...(after > 0 ? lines.slice(-after) : [])];
};

/** What has changed from one text to another, line by line; after many lines `…`. */
export const lineDifferences = (from: string, to: string): LineDifference[] => {
  const parts = diffLines(from, to, { timeout: LONGEST_MS }) ?? [
    // Too much has changed to be compared.
    { removed: true, added: false, value: from },
    { removed: false, added: true, value: to },
  ];
  const lines = parts
    .filter(({ value }) => value !== "")
    .flatMap(({ added, removed, value }, at, all): LineDifference[] => {
      if (added || removed) {
        const kind = added ? "added" : "removed";
        return cut(linesOf(value), MOST_LINES.part, "…").map((text) => ({ kind, text }));
      }
      const shown = shorten(linesOf(value), at === 0, at === all.length - 1);
      return shown.map((text) => ({ kind: "same", text }));
    });
  return cut(lines, MOST_LINES.all, { kind: "same", text: "…" });
};
