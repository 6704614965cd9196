/**
 * Seconds from now that a `Retry-After` header asks to wait: it gives them, or a date.
 * @returns null where it is missing or says nothing
 */
export const retryAfterSeconds = (header: string | null, now: number): number | null => {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  // `-5` too would be a date.
  const date = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
};
