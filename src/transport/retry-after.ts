/**
 * Seconds from now that a `Retry-After` header asks to wait: it gives them, or a date.
 * @returns null where it is missing or says nothing
 */
export const retryAfterSeconds = (header: string | null, now: number): number | null => {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
};
