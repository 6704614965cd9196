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

export const CONTENT_EXTENSIONS: readonly string[] = [...TYPES.keys()];

/** The media type of a file by its extension; null if content may not have such files. */
export const mediaTypeOf = (name: string): string | null =>
  TYPES.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "") ?? null;
