import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Line,
  type StateCommand,
  type TransactionSpec,
} from "@codemirror/state";

const userEvent = "input.format";

const linesOf = (state: EditorState): Line[] => {
  const { from, to } = state.selection.main;
  const lines: Line[] = [];
  for (let at = state.doc.lineAt(from); ; at = state.doc.line(at.number + 1)) {
    lines.push(at);
    if (at.to >= to || at.number === state.doc.lines) return lines;
  }
};

/** Marks the selection, such as with `**`, or takes the marks away that are there. */
export const toggleMark =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const change = state.changeByRange(({ from, to }) => {
      const text = (start: number, end: number) => state.sliceDoc(Math.max(0, start), end);
      const { length } = mark;
      const isOutside = text(from - length, from) === mark && text(to, to + length) === mark;
      // `**bold**` is not italic because there is a `*` on either side.
      const isLonger =
        length === 1 && text(from - 2, from) === "**" && text(from - 3, from) !== "***";
      if (isOutside && !isLonger) {
        return {
          changes: [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ],
          range: EditorSelection.range(from - length, to - length),
        };
      }
      const words = text(from, to);
      const isInside = words.length > 2 * length && words.startsWith(mark) && words.endsWith(mark);
      if (isInside) {
        return {
          changes: [
            { from, to: from + length },
            { from: to - length, to },
          ],
          range: EditorSelection.range(from, to - 2 * length),
        };
      }
      // Spaces at the ends of the words would keep Markdown from reading the marks.
      const start = from + (words.length - words.trimStart().length);
      const end = Math.max(start, to - (words.length - words.trimEnd().length));
      return {
        changes: [
          { from: start, insert: mark },
          { from: end, insert: mark },
        ],
        range: EditorSelection.range(start + length, end + length),
      };
    });
    dispatch(state.update(change, { userEvent, scrollIntoView: true }));
    return true;
  };

/** The sign before a line's words: of a heading, or of an item. */
const SIGN = /^(\s*)(?:#{1,6}[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+)?/;

const withSign =
  (signOf: (line: Line, index: number) => string): StateCommand =>
  ({ state, dispatch }) => {
    const lines = linesOf(state).filter(
      (line, _, all) => all.length === 1 || line.text.trim() !== "",
    );
    const wanted = lines.map(signOf);
    const present = lines.map((line) => SIGN.exec(line.text)?.[0] ?? "");
    const isThere = lines.every((_, at) => present[at]?.trim() === wanted[at]?.trim());
    const changes: ChangeSpec[] = lines.map((line, at) => {
      const [before = "", space = ""] = SIGN.exec(line.text) ?? [];
      const insert = isThere ? space : space + (wanted[at] ?? "");
      return { from: line.from, to: line.from + before.length, insert };
    });
    dispatch(state.update({ changes, userEvent, scrollIntoView: true }));
    return true;
  };

/** Makes the lines of the selection headings of a level, or plain again. */
export const toggleHeading = (level: number): StateCommand =>
  withSign(() => `${"#".repeat(level)} `);

export const toggleList: StateCommand = withSign(() => "- ");

export const toggleNumbers: StateCommand = withSign((_, at) => `${at + 1}. `);

const ITEM = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))([ \t]+)(.*)$/;

/** At the end of an item begins the next one; an empty one ends the list. */
export const continueList: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const [, indent = "", bullet, number, sign = "", space = " ", words = ""] =
    ITEM.exec(line.text) ?? [];
  const start = line.to - words.length;
  if (!main.empty || (bullet === undefined && number === undefined) || main.head < start)
    return false;
  const changes =
    words.trim() === ""
      ? { from: line.from, to: line.to }
      : {
          from: main.head,
          insert: `\n${indent}${bullet ?? `${Number(number) + 1}${sign}`}${space}`,
        };
  const after = words.trim() === "" ? line.from : main.head + (changes.insert?.length ?? 0);
  const selection = EditorSelection.cursor(after);
  dispatch(state.update({ changes, selection, userEvent: "input", scrollIntoView: true }));
  return true;
};

/** Whether Markdown stands in a paragraph of its own: a picture, a table, a page, a part. */
const isBlock = (markdown: string): boolean => /^(?:!\[|\||@part |#)|\n/.test(markdown);

/**
 * Puts Markdown where the cursor is, in place of what is selected. What is a paragraph of its own gets empty lines
 * around it.
 * @param range what is replaced; absent: the selection
 */
export const insertion = (
  state: EditorState,
  markdown: string,
  range?: { readonly from: number; readonly to: number },
): TransactionSpec => {
  const { from, to } = range ?? state.selection.main;
  const before = state.sliceDoc(Math.max(0, from - 2), from);
  const after = state.sliceDoc(to, to + 2);
  // What takes the place of something has its lines already.
  const isOwn = isBlock(markdown) && !(range && from < to);
  const start =
    !isOwn || from === 0 || before === "\n\n" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  // What is written next is a paragraph of its own, too.
  const isHeading = /^#+ *$/.test(markdown);
  const next = isOwn && !isHeading ? "\n\n" : "";
  const end =
    !isOwn || after === "" || after.startsWith("\n\n")
      ? ""
      : after.startsWith("\n")
        ? "\n"
        : "\n\n";
  const insert = start + (isHeading ? markdown : markdown.trimEnd()) + next;
  return {
    changes: { from, to, insert: insert + end },
    selection: EditorSelection.cursor(from + insert.length),
    userEvent: "input.insert",
    scrollIntoView: true,
  };
};

/** Begins a page below the paragraph in which the cursor is. */
export const newPage: StateCommand = ({ state, dispatch }) => {
  let line = state.doc.lineAt(state.selection.main.to);
  while (line.text.trim() !== "" && line.number < state.doc.lines) {
    line = state.doc.line(line.number + 1);
  }
  const at = line.text.trim() === "" && line.number > 1 ? line.from : line.to;
  dispatch(state.update(insertion(state, "# ", { from: at, to: at })));
  return true;
};
