/** The number of bytes of a text in UTF-8. Half of a surrogate pair has three, as it becomes U+FFFD. */
export const utf8Length = (text: string): number => {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
};
