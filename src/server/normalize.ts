/** Accents and the like on one letter: characters that a normal form may reorder. */
const LONG_RUN = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){99}(?!\u034f)/gu;

/** A character that cannot be seen, across which nothing is reordered. */
const JOINER = "\u034f";

/**
 * A normal form of Unicode, in which a long run of accents is divided as in the stream-safe format of annex 15.
 * Undivided, 30,000 accents on one letter, which fit into a request, would keep a computer busy for a second:
 * their reordering takes the square of their number.
 */
export const normalize = (text: string, form: "NFC" | "NFKC" | "NFKD" = "NFC"): string =>
  text.replace(LONG_RUN, `$&${JOINER}`).normalize(form);
