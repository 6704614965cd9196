/** A long run of combining characters on one letter, which normalization may reorder. */
const LONG_RUN = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){99}(?!\u034f)/gu;

/** A character that cannot be seen, across which nothing is reordered. */
const JOINER = "\u034f";

/**
 * A normal form of Unicode, in which a long run of accents is divided as in the stream-safe format
 * of annex 15. Reordering takes quadratic time: 30,000 accents on one letter, which fit into a
 * request, would take a second.
 */
export const normalize = (text: string, form: "NFC" | "NFKC" | "NFKD" = "NFC"): string =>
  text.replace(LONG_RUN, `$&${JOINER}`).normalize(form);
