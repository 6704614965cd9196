import { ADMIN_LEVEL } from "./roles.ts";

export interface DownloadGrounds {
  readonly level: number;
  /** Empty for somebody without one. */
  readonly serialNumber: string;
  readonly canDownloadApp: boolean;
  /** Whether the organisation lets its students download. */
  readonly downloadAvailable: boolean;
  readonly hasActiveCourse: boolean;
}

/** Who may download the desktop app. */
export const mayDownloadApp = (grounds: DownloadGrounds): boolean =>
  grounds.level >= ADMIN_LEVEL ||
  grounds.serialNumber !== "" ||
  grounds.canDownloadApp ||
  (grounds.downloadAvailable && grounds.hasActiveCourse);
