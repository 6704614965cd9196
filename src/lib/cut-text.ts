/**
 * Cuts a text to a length, between two characters as people see them: never within a surrogate pair, and
 * within accents or an emoji only where one alone is too long.
 * @param lengthOf how lengths are counted: in UTF-16 code units if absent
 */
export const cutText = (
  text: string,
  most: number,
  lengthOf: (part: string) => number = (part) => part.length,
): string => {
  if (lengthOf(text) <= most) return text;
  const beginning = (parts: Iterable<string>): string => {
    let kept = "";
    let length = 0;
    for (const part of parts) {
      length += lengthOf(part);
      if (length > most) break;
      kept += part;
    }
    return kept;
  };
  const characters = function* () {
    for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
  };
  return beginning(characters()) || beginning(text);
};

/** The number of bytes of a text in UTF-8. Half of a surrogate pair has three, as it becomes U+FFFD. */
export const utf8Length = (text: string): number => {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
};
