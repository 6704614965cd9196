/** A note that the school does not have yet. */
export interface PendingNote {
  readonly text: string;
  /** What the school had when it was written. */
  readonly base: string;
}

/**
 * One note out of what was written here and what the school has now, which may have come from
 * another machine meanwhile: neither is lost.
 */
export const mergeNotes = ({ text, base }: PendingNote, theirs: string): string => {
  if (theirs === base || text.includes(theirs)) return text;
  if (theirs.includes(text)) return theirs;
  return `${theirs}\n\n${text}`;
};
