import { open as openFile } from "node:fs/promises";
import { KIND_BYTES } from "../../domain/attachment.ts";
import { NO_PHOTO, openPhoto, PHOTO_LIMITS, type PhotoLimits, photoProblem } from "./open-photo.ts";
import { isPhoto } from "./photo-kind.ts";
import { type Measured, unmeasured } from "./picture.ts";

/** The size of a photo, and whether it is to be converted. */
export interface MeasuredPhoto extends Measured {
  readonly isConvertible: boolean;
}

const startOf = async (path: string): Promise<Uint8Array> => {
  await using file = await openFile(path);
  const { buffer, bytesRead } = await file.read(new Uint8Array(KIND_BYTES), 0, KIND_BYTES, 0);
  return buffer.subarray(0, bytesRead);
};

const refused = (problem: string): MeasuredPhoto => ({
  ...unmeasured(problem),
  isConvertible: false,
});

/**
 * Reads the size of a photo from its first bytes, in a thousandth of the time that its conversion takes. Damage
 * further on is found by the conversion.
 * @throws NoConverter on a system without the library
 */
export const measurePhoto = async (
  path: string,
  size: number,
  limits: PhotoLimits = PHOTO_LIMITS,
): Promise<MeasuredPhoto> => {
  const open = await openPhoto(path, limits);
  if (size > limits.bytes) {
    return refused(`This picture has more than ${limits.bytes / 1024 / 1024} MB.`);
  }
  if (!isPhoto(await startOf(path))) return refused(NO_PHOTO);
  try {
    const { autoOrient, pages = 1 } = await open().metadata();
    const { width, height } = autoOrient;
    // An animation stays as it is.
    return { width, height, problem: null, isConvertible: pages === 1 };
  } catch (reason) {
    return refused(photoProblem(reason, limits));
  }
};
