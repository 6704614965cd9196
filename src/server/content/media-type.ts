const TYPES: ReadonlyMap<string, string> = new Map([
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
  ["gif", "image/gif"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
  ["vtt", "text/vtt"],
  ["pdf", "application/pdf"],
]);

/** What a place in the content can show. */
export type Accepted = "picture" | "video" | "sheet" | "any";

const STARTS: Record<Accepted, string> = {
  picture: "image/",
  video: "video/",
  sheet: "application/pdf",
  any: "",
};

/** The media type that a file's ending stands for; null for an ending that is not taken. */
export const mediaTypeOf = (name: string): string | null =>
  TYPES.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "") ?? null;

export const isAccepted = (name: string, accepted: Accepted): boolean =>
  mediaTypeOf(name)?.startsWith(STARTS[accepted]) ?? false;

/** The endings that a place takes, for a message: `.svg, .png, …`. */
export const acceptedEndings = (accepted: Accepted): string =>
  [...TYPES.keys()]
    .filter((ending) => isAccepted(`x.${ending}`, accepted))
    .map((ending) => `.${ending}`)
    .join(", ");
