import { cutText, utf8Length } from "./cut-text.ts";
import { fileNameKey } from "./file-name-key.ts";

/** File systems count bytes, and so do the programs that unpack a zip. */
const MAX_FILE_NAME_BYTES = 255;

/**
 * Control characters, halves of surrogate pairs, and what nobody sees: marks that change the text's direction, which
 * can hide an extension, and blanks without a width. Joiners stay: emoji and some scripts need them.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** What Windows does not allow, and what separates folders. */
const FORBIDDEN = /[<>:"|?*/\\]/g;

/** Names of devices on Windows, which has them with any extension, in every folder. */
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?: *\.|$)/i;

const EXTENSION = /(?<=.)\.[^.\s]{1,16}$/su;

/** A name of 40 bytes still has room for its stem and the number of a copy. */
const MAX_EXTENSION_BYTES = 24;

const ENDS = /^[\s.]+|[\s.]+$/g;

interface SafeFileNameOptions {
  /** The most bytes that the name may have in UTF-8; absent: 255. */
  readonly maxBytes?: number;
  /** The names in the same folder, as their `fileNameKey`. */
  readonly taken?: ReadonlySet<string>;
}

/**
 * A name that every system can store, as close to the given one as that allows: without letters that Windows
 * forbids or nobody sees, not the name of a device, without dots and blanks at its ends, short enough, and not
 * the name of another file. A name that is cut keeps its extension.
 * @param name of a file, without its folders
 */
export const safeFileName = (
  name: string,
  { maxBytes = MAX_FILE_NAME_BYTES, taken = new Set() }: SafeFileNameOptions = {},
): string => {
  const tidy =
    name.replace(INVISIBLE, "").normalize("NFC").replace(FORBIDDEN, "_").replace(ENDS, "") ||
    "file";
  const free = DEVICE.test(tidy) ? `_${tidy}` : tidy;
  const ending = EXTENSION.exec(free)?.[0] ?? "";
  const extension = utf8Length(ending) <= MAX_EXTENSION_BYTES ? ending : "";
  const stem = free.slice(0, free.length - extension.length);
  for (let copy = 1; ; copy += 1) {
    const end = copy > 1 ? ` (${copy})${extension}` : extension;
    const room = maxBytes - utf8Length(end);
    const fits = utf8Length(stem) <= room;
    const beginning = fits ? stem : cutText(stem, room, utf8Length).replace(ENDS, "") || "file";
    // What is left of a longer name may be a device's, and is short enough for one more letter.
    const safe = (DEVICE.test(beginning + end) ? "_" : "") + beginning + end;
    if (!taken.has(fileNameKey(safe))) return safe;
  }
};
