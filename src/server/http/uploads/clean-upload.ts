import { attachmentKind } from "../../../domain/attachment.ts";
import { cleanPhoto, type PhotoKind } from "../../../domain/photo/clean-photo.ts";
import { createMutex } from "../../../lib/mutex.ts";
import type { StoredUpload, UploadStore } from "../../store/upload-store.ts";

/** Keeps only one photo at a time in memory. */
const exclusive = createMutex();

/**
 * Removes the metadata of a received photo, such as the place where it was taken. Leaves other
 * files as they are.
 * @param upload of an allowed kind; gets the new size and checksum
 * @returns false for a damaged photo
 * @throws the error of the disk
 */
export const cleanUpload = async (store: UploadStore, upload: StoredUpload): Promise<boolean> => {
  const kind = attachmentKind(upload.start);
  if (kind === null || kind === "pdf" || kind === "draft") return true;
  return exclusive("photo", () => cleanOne(store, upload, kind));
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
