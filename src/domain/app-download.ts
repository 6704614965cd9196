import { ADMIN_LEVEL } from "./roles.ts";

interface DownloadEligibility {
  readonly level: number;
  /** The person's serial number; empty if there is none. */
  readonly serialNumber: string;
  readonly canDownloadApp: boolean;
  /** Whether the organisation lets its students download. */
  readonly downloadAvailable: boolean;
  readonly hasActiveCourse: boolean;
}

export const mayDownloadApp = (eligibility: DownloadEligibility): boolean =>
  eligibility.level >= ADMIN_LEVEL ||
  eligibility.serialNumber !== "" ||
  eligibility.canDownloadApp ||
  (eligibility.downloadAvailable && eligibility.hasActiveCourse);

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
