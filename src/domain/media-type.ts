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

/** The endings that content's files have, each with its media type. */
export const ENDINGS: readonly string[] = [...TYPES.keys()];

/** The media type that a file's ending stands for; null for an ending that is not taken. */
export const mediaTypeOf = (name: string): string | null =>
  TYPES.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "") ?? null;
