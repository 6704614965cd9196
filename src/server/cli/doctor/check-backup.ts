import { readLastBackup } from "../../backup/last-backup.ts";
import { type Found, found } from "./finding.ts";
import type { Patient } from "./patient.ts";

const HOUR_MS = 3_600_000;
const OLD_DAYS = 7;

/** How old the last backup is. */
export const checkBackup = async ({ database, clock }: Patient): Promise<Found[]> => {
  const last = await readLastBackup(database.read);
  if (!last) return [found("staff-doctor.backup-none")];
  const days = Math.max(0, Math.floor((clock() - last.at) / HOUR_MS / 24));
  const megabytes = (last.bytes / 1e6).toFixed(1);
  return [
    found(days > OLD_DAYS ? "staff-doctor.backup-old" : "staff-doctor.backup-fine", {
      days,
      megabytes,
    }),
  ];
};
