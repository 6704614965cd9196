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
