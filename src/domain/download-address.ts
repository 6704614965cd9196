/**
 * The address of a file that the school offers for download.
 * @param url relative to the base address, or an http(s) address
 * @param base address of the calls, without a slash at its end
 * @returns null for an address that a browser must not open, such as `javascript:`
 */
export const downloadAddress = (url: string, base: string): string | null => {
  if (url.startsWith("/") && !/^\/[\\/]/.test(url)) return base + url;
  return /^https?:\/\//i.test(url) ? url : null;
};
