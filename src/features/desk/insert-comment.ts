/** A text with the place where the next words go. */
export interface Edited {
  readonly text: string;
  readonly at: number;
}

/**
 * Puts a saved comment into an answer, in a line of its own if there are words before it.
 * @param start the selected part, which it replaces
 */
export const insertComment = (
  text: string,
  comment: string,
  start: number,
  end: number,
): Edited => {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const opening = before === "" || /\s$/.test(before) ? "" : "\n";
  const closing = after === "" || /^\s/.test(after) ? "" : "\n";
  const added = opening + comment + closing;
  return { text: before + added + after, at: before.length + opening.length + comment.length };
};
