import { EditorState, type StateCommand } from "@codemirror/state";
import { expect, test } from "vitest";
import {
  continueList,
  insertion,
  newPage,
  toggleHeading,
  toggleList,
  toggleMark,
  toggleNumbers,
} from "../../../../src/features/courses/editor/writing/commands.ts";
import {
  readTable,
  writtenTable,
} from "../../../../src/features/courses/editor/writing/table-text.ts";

/** A state whose selection is marked by `[` and `]`, or whose cursor is at `|`. */
const stateOf = (marked: string): EditorState => {
  const isCursor = !marked.includes("[");
  const anchor = marked.indexOf(isCursor ? "|" : "[");
  const head = isCursor ? anchor : marked.indexOf("]") - 1;
  return EditorState.create({ doc: marked.replace(/[[\]|]/g, ""), selection: { anchor, head } });
};

const shown = (state: EditorState): string => {
  const { from, to } = state.selection.main;
  const text = state.doc.toString();
  return from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
};

const run = (marked: string, command: StateCommand): string => {
  let state = stateOf(marked);
  command({ state, dispatch: (transaction) => (state = transaction.state) });
  return shown(state);
};

test.each<[string, StateCommand, string, string]>([
  ["bold marks words", toggleMark("**"), "a [dart] b", "a **[dart]** b"],
  ["bold leaves spaces out", toggleMark("**"), "a[ dart ]b", "a **[dart]** b"],
  ["bold takes marks away", toggleMark("**"), "a **[dart]** b", "a [dart] b"],
  ["bold takes marks away that are chosen", toggleMark("**"), "a [**dart**] b", "a [dart] b"],
  ["italic in bold words", toggleMark("*"), "**[dart]**", "***[dart]***"],
  ["italic is taken away from both", toggleMark("*"), "***[dart]***", "**[dart]**"],
  ["bold where nothing is chosen", toggleMark("**"), "a |", "a **|**"],
  ["a line becomes a heading", toggleHeading(2), "Dar|t", "## Dar|t"],
  ["a heading becomes another one", toggleHeading(3), "## Dar|t", "### Dar|t"],
  ["a heading becomes plain", toggleHeading(2), "## Dar|t", "Dar|t"],
  ["lines become items", toggleList, "[a\n\nb]", "- [a\n\n- b]"],
  ["items become plain", toggleList, "- [a\n- b]", "[a\nb]"],
  ["items are numbered", toggleNumbers, "- [a\n- b]", "1. [a\n2. b]"],
  ["an indented item keeps its place", toggleNumbers, "  - a|", "  1. a|"],
  ["an item is followed by the next", continueList, "- a|", "- a\n- |"],
  ["a numbered item by the next number", continueList, "9. a|", "9. a\n10. |"],
  ["an empty item ends the list", continueList, "- a\n- |", "- a\n|"],
  ["a paragraph is not continued", continueList, "a|", "a|"],
  ["a page begins below the paragraph", newPage, "# A\n\na|b\nc\n\nd", "# A\n\nab\nc\n\n# |\n\nd"],
  ["a page begins at the end", newPage, "# A\n\na|", "# A\n\na\n\n# |"],
])("%s", (_, command, before, after) => {
  expect(run(before, command)).toBe(after);
});

test.each([
  ["a link stays within its line", "see | here", "[x](lesson:y)", "see [x](lesson:y)| here"],
  ["a picture is a paragraph", "a| b", "![x](y.png)", "a\n\n![x](y.png)\n\n|\n\n b"],
  ["a picture in an empty line", "a\n\n|\n\nb", "![x](y.png)", "a\n\n![x](y.png)\n\n|\n\nb"],
  ["a table in an empty text", "|", "| a |\n| --- |\n", "| a |\n| --- |\n\n|"],
  ["a part takes the place of what is chosen", "a\n\n[b]", "@part k", "a\n\n@part k\n\n|"],
])("%s", (_, before, markdown, after) => {
  const state = stateOf(before);
  expect(shown(state.update(insertion(state, markdown)).state)).toBe(after);
});

test("a table that is changed in place has no line more", () => {
  const state = stateOf("a\n\nTABLE\nb|");
  const range = { from: 3, to: 8 };
  const { doc } = state.update(insertion(state, "| x |\n| --- |", range)).state;
  expect(doc.toString()).toBe("a\n\n| x |\n| --- |\nb");
});

test("a table of 60 columns is read and written as it was", () => {
  const cells = Array.from({ length: 60 }, (_, at) => `c${at} \\| ${at}`);
  const line = `| ${cells.join(" | ")} |`;
  const table = `${line}\n| ${cells.map(() => "---").join(" | ")} |\n${line}`;
  const read = readTable(table);
  expect(read?.rows.map((row) => row.length)).toEqual([60, 60]);
  expect(read && writtenTable(read)).toBe(table);
});
