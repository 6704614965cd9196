const INLINE =
  /<\/?(?:a|abbr|b|bdi|code|dfn|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u)\b[^>]*>/g;

/** What ends without a full stop: in one line with what follows, it would run into that. */
const UNENDED = /<\/(?:caption|dt|figcaption|h\d|t[dh])>/g;

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
  const hex = /^#x/i.test(name);
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
};

/**
 * What a lesson's HTML says, in one line, for searching. Made for the HTML that our own compiler
 * writes; what comes of it is text, to be shown as text.
 */
export const plainText = (html: string): string =>
  html
    .replace(INLINE, "")
    .replace(UNENDED, " · ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(#?\w+);/g, decoded)
    .replace(/\s+/g, " ")
    .replace(/([.:;,!?…·]) ·/g, "$1")
    .replace(/(?: ·)+$/, "")
    .trim();
