/**
 * Reads a `Retry-After` header, which holds seconds or a date.
 * @param now milliseconds since 1970
 * @returns seconds to wait from now; null if the header is missing or invalid
 */
export const retryAfterSeconds = (header: string | null, now: number): number | null => {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  // `Date.parse` takes `-5` for a date, so a date must contain a letter.
  const date = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
};
