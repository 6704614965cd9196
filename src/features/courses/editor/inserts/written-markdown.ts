/** Signs that mean something to Markdown within a line. */
const SIGNS = /[\\`*_[\]<>#|!~]/g;

/** Words as Markdown shows them: signs that would mean something are marked, and lines become one. */
export const escapeWords = (words: string): string =>
  words.trim().replaceAll(/\s+/g, " ").replaceAll(SIGNS, "\\$&");

/** The name of an asset as an address: signs that would mean something there are encoded. */
export const assetAddress = (name: string): string => name.replaceAll(/[%?#]/g, encodeURIComponent);

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** The file that the address of a picture or a figure leads to; null for a film. */
export const shownPicture = (address: string): string | null => {
  const [name = ""] = address.split("?");
  if (/\.(?:mp4|webm)$/i.test(name)) return null;
  const figure = /^draft:(.+)$/.exec(name)?.[1];
  return figure === undefined ? decoded(name) : `draft-figures/${figure}.svg`;
};

/** A name in a link, which has no signs that would end it. */
const destination = (name: string): string =>
  /[\s()<>]/.test(name) ? `<${name.replaceAll(/[<>\n]/g, "")}>` : name;

/** A link of a lesson, such as `[the frame](lesson:skirt-frame)`. */
export const writtenLink = (words: string, address: string): string =>
  `[${escapeWords(words)}](${destination(address)})`;

/** Signs that would end a caption or escape what follows. */
const caption = (words: string): string =>
  words.trim().replaceAll(/\s+/g, " ").replaceAll(/["\\]/g, "\\$&");

/** A picture, a film or a figure, which stands in a paragraph of its own. */
export const writtenPicture = (name: string, alternative: string, title: string): string =>
  `![${escapeWords(alternative)}](${destination(name)}${title.trim() ? ` "${caption(title)}"` : ""})`;
