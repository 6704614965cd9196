import {
  DEFAULT_UPLOADS_RESERVE,
  type Environment,
  uploadsDirOf,
} from "../school/settings/environment.ts";
import { DiskReserve } from "./disk-reserve.ts";
import { makePrivateFolder } from "./private-files.ts";

/**
 * Claims room for what long work writes into the folder of what people send, and makes that folder. The reserve of
 * the disks stays free.
 * @returns ends the claim; call it when the work has ended
 * @throws an error with the code `ENOSPC` when there is not enough room
 */
export const claimRoom = async (
  environment: Pick<Environment, "dataDir" | "uploadsDir" | "uploadsReserve">,
  bytes: number,
): Promise<() => void> => {
  const folder = uploadsDirOf(environment);
  await makePrivateFolder(folder);
  const percent = environment.uploadsReserve ?? DEFAULT_UPLOADS_RESERVE;
  const reserve = await DiskReserve.of({ folder, dataDir: environment.dataDir }, percent);
  return reserve.claim(bytes);
};
