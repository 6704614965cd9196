/** A note that the school does not have yet. */
export interface PendingNote {
  readonly text: string;
  /** What the school had when it was written. */
  readonly base: string;
}

/** Whether a text begins with another, or has it as lines of its own. */
const has = (whole: string, part: string): boolean =>
  whole.startsWith(part) || `\n${whole}\n`.includes(`\n${part}\n`);

/**
 * One note out of what was written here and what the school has now, which may have come from
 * another machine meanwhile: neither is lost.
 */
export const mergeNotes = ({ text, base }: PendingNote, theirs: string): string => {
  if (theirs === base || has(text, theirs)) return text;
  if (has(theirs, text)) return theirs;
  return `${theirs}\n\n${text}`;
};
