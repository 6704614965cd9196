import type { Encoding } from "../representation.ts";

/** The server's order of preference among encodings that a client accepts equally. */
const OFFERED: readonly Encoding[] = ["br", "zstd", "gzip"];

// Hono's parser takes a malformed weight for the highest one. Its `accepts` helper knows no `*`, and
// follows the client's order between equal weights.
const weights = (header: string): Map<string, number> => {
  const found = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    found.set(name, Number.isNaN(weight) ? 0 : weight);
  }
  return found;
};

const chosen = (header: string): Encoding | null => {
  const found = weights(header);
  const rest = found.get("*") ?? 0;
  let best: Encoding | null = null;
  let most = 0;
  for (const encoding of OFFERED) {
    const weight = found.get(encoding) ?? rest;
    if (weight > most) [best, most] = [encoding, weight];
  }
  return best;
};

/** Whether a client accepts gzip. */
export const acceptsGzip = (header = ""): boolean => {
  const found = weights(header);
  return (found.get("gzip") ?? found.get("*") ?? 0) > 0;
};

/** Whether a client names an encoding; `*` does not count. */
export const acceptsEncoding = (encoding: string, header = ""): boolean =>
  (weights(header).get(encoding) ?? 0) > 0;

const KEPT = 100;
const known = new Map<string, Encoding | null>();

/**
 * The content coding for an `Accept-Encoding`; null for none. Cached, because browsers send few
 * different values.
 */
export const negotiateEncoding = (header: string | undefined): Encoding | null => {
  if (!header) return null;
  const before = known.get(header);
  if (before !== undefined) return before;
  const encoding = chosen(header);
  if (known.size >= KEPT) known.clear();
  known.set(header, encoding);
  return encoding;
};
