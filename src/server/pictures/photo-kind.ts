import { type AttachmentKind, attachmentKind } from "../../domain/attachment.ts";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the size of a PNG in pixels from its first chunk. @returns null if it is none */
export const pngSize = (bytes: Buffer): { width: number; height: number } | null => {
  const isPng = bytes.length >= 24 && bytes.subarray(0, PNG.length).equals(PNG);
  if (!isPng || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return width > 0 && height > 0 ? { width, height } : null;
};

const PHOTO_KINDS = ["jpeg", "png", "webp"] as const satisfies readonly AttachmentKind[];

/** A kind of photo that the library for pictures reads. */
export type PhotoKind = (typeof PHOTO_KINDS)[number];

/** The kind of a photo by its bytes, whatever its name is; null for everything else. */
export const photoKind = (start: Uint8Array): PhotoKind | null => {
  const kind = attachmentKind(start);
  return PHOTO_KINDS.find((each) => each === kind) ?? null;
};

/** Whether bytes may be given to the library for pictures, which would take an SVG, too. */
export const isPhoto = (start: Uint8Array): boolean => photoKind(start) !== null;

export const PHOTO_TYPES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);
