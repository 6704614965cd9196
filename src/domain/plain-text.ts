// Each matches wherever it begins, so that a text is read once, whatever it is.
const INLINE =
  /<\/?(?:a|abbr|b|bdi|code|dfn|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u)\b[^>]*>?/g;
const TAG = /<[^>]*>?/g;

/** The end of elements without a full stop: their text needs a separator from the following one. */
const WITHOUT_FULL_STOP = /<\/(?:caption|dt|figcaption|h\d|t[dh])>/g;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const decoded = (entity: string, name: string): string => {
  if (!name.startsWith("#")) return ENTITIES[name] ?? entity;
  const hex = /#x/i.test(name);
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
};

/**
 * Converts a lesson's HTML to one line of text, for searching. It expects the HTML of our own
 * compiler. The result is not safe as HTML.
 */
export const plainText = (html: string): string =>
  html
    .replace(INLINE, "")
    .replace(WITHOUT_FULL_STOP, " · ")
    .replace(TAG, " ")
    .replace(/&(#?\w+);/g, decoded)
    .replace(/\s+/g, " ")
    // Empty cells leave several separators behind.
    .replace(/([.:;,!?…·])(?: ·)+/g, "$1")
    .replace(/^[ ·]+|(?<![ ·])[ ·]+$/g, "");
