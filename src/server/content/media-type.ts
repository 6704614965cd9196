import { ENDINGS, mediaTypeOf } from "../../domain/media-type.ts";

/** What a place in the content can show. */
export type Accepted = "picture" | "video" | "sheet" | "any";

const STARTS: Record<Accepted, string> = {
  picture: "image/",
  video: "video/",
  sheet: "application/pdf",
  any: "",
};

export const isAccepted = (name: string, accepted: Accepted): boolean =>
  mediaTypeOf(name)?.startsWith(STARTS[accepted]) ?? false;

/** The endings that a place takes, for a message: `.svg, .png, …`. */
export const acceptedEndings = (accepted: Accepted): string =>
  ENDINGS.filter((ending) => isAccepted(`x.${ending}`, accepted))
    .map((ending) => `.${ending}`)
    .join(", ");
