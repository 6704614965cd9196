import { CONTENT_EXTENSIONS, mediaTypeOf } from "../../domain/media-type.ts";

/** A kind of file that a place in the content accepts. */
export type AcceptedType = "picture" | "video" | "sheet" | "any";

const STARTS: Record<AcceptedType, string> = {
  picture: "image/",
  video: "video/",
  sheet: "application/pdf",
  any: "",
};

export const isAccepted = (name: string, accepted: AcceptedType): boolean =>
  mediaTypeOf(name)?.startsWith(STARTS[accepted]) ?? false;

/** The accepted file extensions, for messages: `.svg, .png, …`. */
export const acceptedExtensions = (accepted: AcceptedType): string =>
  CONTENT_EXTENSIONS.filter((extension) => isAccepted(`x.${extension}`, accepted))
    .map((extension) => `.${extension}`)
    .join(", ");
