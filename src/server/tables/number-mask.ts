/** How an integer is shown, such as `00000` or `000-00`: a digit for each `0` and `#`, and signs between them. */
export type NumberMask = readonly string[];

/** The signs that a format may show without quotes. */
const PLAIN = /[-+()/: ]/;

/** Excel takes no longer ones. */
const MAX_FORMAT = 255;

/** The mask of a number format; null for one that is none, such as `0.00` or that of a day. */
export const maskOf = (format: string): NumberMask | null => {
  if (format.length > MAX_FORMAT) return null;
  const [positive = ""] = format.split(";");
  const bare = positive.replace(/\[[^\]]*\]|_.|\*./g, "");
  const mask: string[] = [];
  for (const [token, quoted, escaped] of bare.matchAll(/"([^"]*)"|\\(.)|./gsu)) {
    const literal = quoted ?? escaped;
    // A digit that is shown as it is would be taken for a place.
    if (literal !== undefined && !/[0#]/.test(literal)) mask.push(literal);
    else if (token === "0" || token === "#" || PLAIN.test(token)) mask.push(token);
    else return null;
  }
  return mask.includes("0") && mask.length > 1 ? mask : null;
};

/** A number as its mask shows it; other texts than whole numbers as they are. */
export const withMask = (digits: string, mask: NumberMask): string => {
  if (!/^\d+$/.test(digits)) return digits;
  const places = mask.filter((token) => token === "0" || token === "#").length;
  let rest = digits;
  let left = places;
  let shown = "";
  for (const token of mask.toReversed()) {
    if (token !== "0" && token !== "#") {
      shown = token + shown;
      continue;
    }
    left -= 1;
    // The first place takes all digits that are left.
    const taken = left === 0 ? rest : rest.slice(-1);
    rest = rest.slice(0, rest.length - taken.length);
    shown = (taken || (token === "0" ? "0" : "")) + shown;
  }
  return shown;
};
