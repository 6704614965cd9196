import type { ProblemCode } from "../../contract/problem.ts";
import { attachmentKind, KIND_BYTES } from "../../domain/attachment.ts";
import { cleanPhoto, type PhotoKind } from "../../domain/photo/clean-photo.ts";
import { createMutex } from "../../lib/mutex.ts";
import { jpegOfHeic } from "../pictures/read-heic.ts";
import type { StoredUpload, UploadStore } from "./upload-store.ts";

/** Keeps only one photo at a time in memory. */
const exclusive = createMutex();

type Refusal = Extract<ProblemCode, "attachment/damaged" | "attachment/heic">;

/**
 * Removes the metadata of a received photo, such as the place where it was taken, and makes a JPEG of a HEIC,
 * which few browsers show. Leaves other files as they are.
 * @param upload of an allowed kind; gets the new size, checksum and beginning
 * @returns why the photo is refused; null if it is not
 * @throws the error of the disk
 */
export const cleanUpload = async (
  store: UploadStore,
  upload: StoredUpload,
): Promise<Refusal | null> => {
  const kind = attachmentKind(upload.start);
  if (kind === null || kind === "pdf" || kind === "draft") return null;
  return exclusive("photo", () => cleanOne(store, upload, kind));
};

const cleanOne = async (
  store: UploadStore,
  upload: StoredUpload,
  kind: PhotoKind,
): Promise<Refusal | null> => {
  const bytes = await store.read(upload);
  const pieces = cleanPhoto(kind, bytes);
  if (!pieces) return "attachment/damaged";
  if (kind === "heic") {
    const jpeg = await jpegOfHeic(Buffer.concat(pieces));
    if (!jpeg) return "attachment/heic";
    Object.assign(upload, await store.replace(upload, [jpeg]), {
      start: jpeg.subarray(0, KIND_BYTES),
    });
  } else if (pieces[0] !== bytes) {
    Object.assign(upload, await store.replace(upload, pieces));
  }
  return null;
};
