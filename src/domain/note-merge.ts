/** A note that has not been sent to the school yet. */
export interface PendingNote {
  readonly text: string;
  /** The school's text when this one was written. */
  readonly base: string;
}

/** Whether a text starts with another one, or contains it as whole lines. */
const includesNote = (whole: string, part: string): boolean =>
  whole.startsWith(part) || `\n${whole}\n`.includes(`\n${part}\n`);

/**
 * Merges a note of this machine with the school's text, which may have been changed on another
 * machine meanwhile. No text is lost.
 */
export const mergeNotes = ({ text, base }: PendingNote, theirs: string): string => {
  if (theirs === base || includesNote(text, theirs)) return text;
  if (includesNote(theirs, text)) return theirs;
  return `${theirs}\n\n${text}`;
};
