/** The code pages of Windows in which old programs of a language write. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  el: "windows-1253",
  he: "windows-1255",
  tr: "windows-1254",
};

/** The encoding that a web page names in its first bytes. */
const CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;
const HEAD_BYTES = 2048;

const decoder = (label: string): TextDecoder | null => {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
};

/**
 * The text of a file in whatever encoding it is: UTF-8 and UTF-16, what a web page says of itself, or else the code
 * page of the language.
 */
export const decodeTextFile = (bytes: Uint8Array, language: string): string => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES));
    const named = decoder(CHARSET.exec(head)?.[1] ?? "");
    return (named ?? new TextDecoder(CODE_PAGES[language] ?? "windows-1252")).decode(bytes);
  }
};
