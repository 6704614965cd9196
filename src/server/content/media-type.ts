import { ENDINGS, mediaTypeOf } from "../../domain/media-type.ts";

/** A kind of file that a place in the content accepts. */
export type Accepted = "picture" | "video" | "sheet" | "any";

const STARTS: Record<Accepted, string> = {
  picture: "image/",
  video: "video/",
  sheet: "application/pdf",
  any: "",
};

export const isAccepted = (name: string, accepted: Accepted): boolean =>
  mediaTypeOf(name)?.startsWith(STARTS[accepted]) ?? false;

/** The accepted file extensions, for messages: `.svg, .png, …`. */
export const acceptedEndings = (accepted: Accepted): string =>
  ENDINGS.filter((ending) => isAccepted(`x.${ending}`, accepted))
    .map((ending) => `.${ending}`)
    .join(", ");
