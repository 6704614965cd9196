import { type AttachmentKind, attachmentKind } from "../../domain/attachment.ts";

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

/** The media types of photos. */
export const PHOTO_TYPES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);
