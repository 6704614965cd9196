import type { ByteSpan } from "../store/store.ts";

/**
 * Parses a `Range` header for a file of the given size.
 * @returns null for the whole file (no range, an invalid one, or several), "unsatisfiable" when it
 * begins after the end
 */
export const parseByteRange = (
  header: string | undefined,
  size: number,
): ByteSpan | "unsatisfiable" | null => {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  if (to !== "" && Number(to) < first) return null;
  if (first >= size) return "unsatisfiable";
  return { first, last: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
};
