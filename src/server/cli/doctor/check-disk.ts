import { statfs } from "node:fs/promises";
import { DEFAULT_UPLOADS_RESERVE, uploadsDirOf } from "../../school/settings/environment.ts";
import { type Found, found } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** Below so many times the reserve it is time to do something. */
const LOW_FACTOR = 2;

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

const checkFolder = async (folder: string, percent: number): Promise<Found> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const values = { free: gigabytes(free), folder };
  // Some file systems have no size of their own.
  if (blocks === 0) return found("staff-doctor.disk-fine", values);
  const reserve = (blocks * bsize * percent) / 100;
  if (free < reserve) return found("staff-doctor.disk-reserve", values);
  return found(
    free < LOW_FACTOR * reserve ? "staff-doctor.disk-low" : "staff-doctor.disk-fine",
    values,
  );
};

/** Whether the disks of the database and of the files have room. */
export const checkDisk = async ({ environment }: Patient): Promise<Found[]> => {
  const percent = environment.uploadsReserve ?? DEFAULT_UPLOADS_RESERVE;
  const folders = new Set([environment.dataDir, uploadsDirOf(environment)]);
  const all = await Promise.all(
    [...folders].map(async (folder) => {
      try {
        return await checkFolder(folder, percent);
      } catch (reason) {
        // The folder of what people send appears with the first server.
        if ((reason as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw reason;
      }
    }),
  );
  const present = all.filter((one) => one !== null);
  const isOneDisk = new Set(present.map(({ code, values }) => `${code} ${values.free}`)).size === 1;
  return isOneDisk ? present.slice(0, 1) : present;
};
