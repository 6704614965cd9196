import type { HonoRequest } from "hono";
import { acceptsEncoding } from "../answer.ts";

/*
 * Compression Dictionary Transport (RFC 9842): a browser that has a file of an older version gets the
 * new one as a difference to it.
 */

/** The encodings of a difference: brotli and zstd, each with a dictionary. */
export const DIFFERENCE_ENCODINGS = ["dcb", "dcz"] as const;
export type DifferenceEncoding = (typeof DIFFERENCE_ENCODINGS)[number];

export const PAGE = "index.html";

/** The hash in a file's name. Names of other characters could have a meaning in a URL pattern. */
const HASHED = /^([\w/~-]+\.)[\da-f]{6,64}(\.(?:js|css))$/i;

/**
 * The name that all versions of a file share: `main.*.js`, with `*` in place of the hash.
 * @param name relative to the build's folder, with `/`
 * @returns null for a file that is no dictionary for its next version
 */
export const slotOf = (name: string): string | null =>
  name === PAGE ? PAGE : HASHED.test(name) ? name.replace(HASHED, "$1*$2") : null;

/**
 * The header that makes the file a dictionary for its next version. A browser takes the dictionary with the
 * longest pattern that fits; the page, which has many addresses, has the shortest.
 */
export const dictionaryPolicy = (slot: string): string =>
  `match="/tls/${slot === PAGE ? "*" : slot}"`;

/** A Structured Field with 32 bytes: the SHA-256 of the dictionary. */
const AVAILABLE = /^\s*:([A-Za-z\d+/]{43}=):\s*$/;

/** The SHA-256 of the dictionary that the browser has for this address, hex; null if there is none. */
export const availableDictionary = (request: HonoRequest): string | null => {
  const [, hash] = AVAILABLE.exec(request.header("available-dictionary") ?? "") ?? [];
  return hash === undefined ? null : Buffer.from(hash, "base64").toString("hex");
};

/** The encodings of a difference that the browser accepts. */
export const acceptedDifferences = (request: HonoRequest): DifferenceEncoding[] => {
  const header = request.header("accept-encoding");
  return DIFFERENCE_ENCODINGS.filter((encoding) => acceptsEncoding(encoding, header));
};

const A_MONTH = 30 * 86_400;

/**
 * How long browsers may cache the page. Chromium uses a page as a dictionary only while it is fresh
 * or may be stale. It still revalidates when a person opens the page and when a worker requests it.
 * Other browsers and caches get a plain `no-cache`.
 */
export const pageCacheControl = (request: HonoRequest): string => {
  const asks =
    request.header("sec-fetch-mode") === "navigate" ||
    request.header("cache-control")?.includes("no-cache") === true;
  return asks && request.header("sec-ch-ua") !== undefined
    ? `private, max-age=0, stale-while-revalidate=${A_MONTH}`
    : "no-cache";
};
