/** What a file that somebody sends may weigh: 2 MB. */
export const MAX_ATTACHMENT_BYTES = 2 * 1024 * 1024;
/** How many files may go together. */
export const MAX_ATTACHMENTS = 10;
/** So many bytes of a file's beginning tell its kind. */
export const KIND_BYTES = 16;

export type AttachmentKind = "jpeg" | "png" | "webp" | "heic" | "pdf";

/** Media type by kind. */
export const ATTACHMENT_TYPES = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heic: "image/heic",
  pdf: "application/pdf",
} as const satisfies Record<AttachmentKind, string>;

/** Endings by kind; the first is given to a file without any of them. */
const ENDINGS = {
  jpeg: [".jpg", ".jpeg"],
  png: [".png"],
  webp: [".webp"],
  heic: [".heic", ".heif"],
  pdf: [".pdf"],
} as const satisfies Record<AttachmentKind, readonly string[]>;

const HEIC_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"];

/**
 * What a file is by its content, whatever its name says.
 * @param start its first `KIND_BYTES` bytes, or all where it has fewer
 * @returns null for what may not be sent
 */
export const attachmentKind = (start: Uint8Array): AttachmentKind | null => {
  const latin = String.fromCharCode(...start.subarray(0, KIND_BYTES));
  if (latin.startsWith("\xff\xd8\xff")) return "jpeg";
  if (latin.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (latin.startsWith("RIFF") && latin.slice(8, 12) === "WEBP") return "webp";
  if (latin.slice(4, 8) === "ftyp" && HEIC_BRANDS.includes(latin.slice(8, 12))) return "heic";
  return latin.startsWith("%PDF-") ? "pdf" : null;
};

/** Longer names trouble the file systems that they are saved to. */
const MAX_NAME_LENGTH = 100;

/** Control characters, and those that turn the reading direction and so hide an ending. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * The name under which a file is kept and offered: one that every system takes and that hides
 * nothing, with an ending of its kind.
 * @param sent whatever the sender calls it, maybe a path
 * @param taken the names of the files beside it, as this function gave them
 */
export const attachmentName = (
  sent: string,
  kind: AttachmentKind,
  taken: ReadonlySet<string> = new Set(),
): string => {
  const last = sent.replace(UNSEEN, "").split(/[/\\]/).at(-1) ?? "";
  const tidy = last.replace(/[<>:"|?*]/g, "_").replace(/^[\s.]+|[\s.]+$/g, "");
  const given = ENDINGS[kind].find((ending) => tidy.toLowerCase().endsWith(ending));
  const stem = [...(given ? tidy.slice(0, -given.length) : tidy)]
    .slice(0, MAX_NAME_LENGTH)
    .join("");
  const ending = given ? tidy.slice(-given.length) : ENDINGS[kind][0];
  for (let copy = 1; ; copy += 1) {
    const name = `${stem.trimEnd() || "file"}${copy > 1 ? ` (${copy})` : ""}${ending}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
};
