import { MAX_PAGE_LENGTH, type PAGE_QUERY } from "../contract/page.ts";
import { invalid } from "./problem.ts";

/** Parses an id; null for anything else. Ids are 32-bit integers in the databases. */
export const parseId = (text: string): number | null => {
  if (!/^\d{1,10}$/.test(text)) return null;
  const number = Number(text);
  return number <= 2_147_483_647 ? number : null;
};

/**
 * One of the values that a query parameter may have.
 * @returns null where it is absent
 * @throws HttpProblem 422
 */
export const oneOf = <Value extends string>(
  name: string,
  values: readonly Value[],
  given: string | undefined,
): Value | null => {
  if (given === undefined) return null;
  const found = values.find((value) => value === given);
  if (found === undefined) throw invalid(name, `must be one of ${values.join(", ")}`);
  return found;
};

/** A required query parameter. @throws HttpProblem 422 */
export const required = <Name extends string>(
  query: Readonly<Partial<Record<Name, string>>>,
  name: Name,
): string => {
  const value = query[name];
  if (value === undefined) throw invalid(name, "is required");
  return value;
};

/** The maximum length of a page's texts. The first entry is sent even if it is longer. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** The largest number of each kind of column. PostgreSQL cannot compare with a larger one. */
const LARGEST = { id: 2_147_483_647, time: Number.MAX_SAFE_INTEGER } as const;

/** The kinds of sort keys, with their types. */
interface KeyKinds {
  id: number;
  time: number;
  text: string;
}

/** The query parameters of a call for a page. */
export type PageQuery = Readonly<Partial<Record<(typeof PAGE_QUERY)[number], string>>>;

/** The requested number of entries. @throws HttpProblem 422 unless it is a positive number */
export const pageLimit = ({ limit }: PageQuery): number => {
  if (limit === undefined) return MAX_PAGE_LENGTH;
  if (!/^0*[1-9]\d{0,8}$/.test(limit)) throw invalid("limit", "must be a positive number");
  return Math.min(Number(limit), MAX_PAGE_LENGTH);
};

/** A cursor: the sort keys of the last entry of a page. Texts are in base64url, which has no full stop. */
export const formatCursor = (...keys: readonly (string | number)[]): string =>
  keys
    .map((key) => (typeof key === "string" ? Buffer.from(key).toString("base64url") : key))
    .join(".");

/** The sort key in a part of a cursor; null if it is none of its kind. */
const parseKey = (part: string, kind: keyof KeyKinds): string | number | null => {
  if (kind === "text") {
    const text = Buffer.from(part, "base64url").toString();
    // PostgreSQL takes no text with this character.
    return text.includes("\0") ? null : text;
  }
  return /^\d{1,16}$/.test(part) && Number(part) <= LARGEST[kind] ? Number(part) : null;
};

/**
 * The sort keys that a requested page comes after; null for the first page.
 * @param kinds the kinds of the keys, in the order of `formatCursor`
 * @throws HttpProblem 422 for anything that is no cursor of this list
 */
export const pageStart = <const Kinds extends readonly (keyof KeyKinds)[]>(
  { before }: PageQuery,
  ...kinds: Kinds
): { [At in keyof Kinds]: KeyKinds[Kinds[At]] } | null => {
  if (before === undefined) return null;
  const parts = before.split(".");
  const keys = kinds.map((kind, at) => parseKey(parts[at] ?? "", kind));
  if (parts.length !== kinds.length || keys.includes(null)) {
    throw invalid("before", "must be the cursor of a page");
  }
  return keys as unknown as { [At in keyof Kinds]: KeyKinds[Kinds[At]] };
};

/**
 * Cuts rows to a page.
 * @param rows one more than `limit`, if there are so many
 * @param keysOf the values by which a row is sorted, for the cursor
 * @param bytesOf the length of a row's texts, so that only texts that fit are read; absent: short ones
 */
export const pageOf = <Row>(
  rows: readonly Row[],
  limit: number,
  keysOf: (last: Row) => readonly (string | number)[],
  bytesOf: (row: Row) => number = () => 0,
): { readonly page: readonly Row[]; readonly cursor: string | null } => {
  let left = MAX_PAGE_BYTES;
  const fitting = rows.slice(0, limit).findIndex((row, at) => {
    left -= bytesOf(row);
    return left < 0 && at > 0;
  });
  const page = rows.slice(0, fitting < 0 ? limit : fitting);
  const last = page.at(-1);
  return { page, cursor: last && page.length < rows.length ? formatCursor(...keysOf(last)) : null };
};
