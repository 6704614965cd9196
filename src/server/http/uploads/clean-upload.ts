import { attachmentKind } from "../../../domain/attachment.ts";
import { cleanPhoto, type PhotoKind } from "../../../domain/photo/clean-photo.ts";
import { createMutex } from "../../../lib/mutex.ts";
import type { StoredUpload, UploadStore } from "../../store/upload-store.ts";

/** One photo at a time is in memory, however many arrive. */
const inTurn = createMutex();
const wait = () => undefined;

/**
 * Removes what a received photo tells besides its picture, such as where it was taken. Leaves other
 * files as they are.
 * @param upload of an allowed kind; gets the new size and checksum
 * @returns false for a damaged photo
 * @throws the error of the disk
 */
export const cleanUpload = async (store: UploadStore, upload: StoredUpload): Promise<boolean> => {
  const kind = attachmentKind(upload.start);
  if (kind === null || kind === "pdf") return true;
  return new Promise((resolve, reject) => {
    inTurn("photo", async () => resolve(await cleanOne(store, upload, kind)), wait).catch(reject);
  });
};

const cleanOne = async (
  store: UploadStore,
  upload: StoredUpload,
  kind: PhotoKind,
): Promise<boolean> => {
  const bytes = await store.read(upload);
  const pieces = cleanPhoto(kind, bytes);
  if (!pieces) return false;
  if (pieces[0] !== bytes) Object.assign(upload, await store.replace(upload, pieces));
  return true;
};
