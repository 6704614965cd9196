/**
 * Where a file that the school offers for download lies.
 * @param url relative to the base address, or an address of the web
 * @param base address of the calls, without a slash at its end
 * @returns null for anything a browser must not be sent to
 */
export const downloadAddress = (url: string, base: string): string | null => {
  if (url.startsWith("/") && !/^\/[\\/]/.test(url)) return base + url;
  return /^https?:\/\//i.test(url) ? url : null;
};
