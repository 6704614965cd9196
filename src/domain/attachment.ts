import { safeFileName } from "../lib/safe-file-name.ts";

/** The largest attachment: 2 MB. */
export const MAX_ATTACHMENT_BYTES = 2 * 1024 * 1024;
/** The number of files that may be sent together. */
export const MAX_ATTACHMENTS = 10;
/** The most characters of the comment of a hand-in: a little more than a page of text. */
export const MAX_COMMENT_LENGTH = 10_000;
/** The number of bytes at the start of a file that tell its kind. */
export const KIND_BYTES = 16;

export type AttachmentKind = "jpeg" | "png" | "webp" | "heic" | "pdf" | "draft";

/** Media type by kind. */
export const ATTACHMENT_TYPES = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heic: "image/heic",
  pdf: "application/pdf",
  draft: "application/json",
} as const satisfies Record<AttachmentKind, string>;

/** File extensions by kind; a file with none of them gets the first. */
const EXTENSIONS = {
  jpeg: [".jpg", ".jpeg"],
  png: [".png"],
  webp: [".webp"],
  heic: [".heic", ".heif"],
  pdf: [".pdf"],
  draft: [".pattern.json"],
} as const satisfies Record<AttachmentKind, readonly string[]>;

/** How the file of a drafted pattern begins: JSON with the format's name as its first key. */
const DRAFT_START = '{"pattern-draft"';

export const isDraftName = (name: string): boolean => name.toLowerCase().endsWith(".pattern.json");

const HEIC_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"];

/**
 * Detects the kind of a file from its bytes, whatever its name is.
 * @param start its first `KIND_BYTES` bytes, or all if it has fewer
 * @returns null for a kind that may not be sent
 */
export const attachmentKind = (start: Uint8Array): AttachmentKind | null => {
  const latin = String.fromCharCode(...start.subarray(0, KIND_BYTES));
  if (latin.startsWith("\xff\xd8\xff")) return "jpeg";
  if (latin.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (latin.startsWith("RIFF") && latin.slice(8, 12) === "WEBP") return "webp";
  if (latin.slice(4, 8) === "ftyp" && HEIC_BRANDS.includes(latin.slice(8, 12))) return "heic";
  if (latin === DRAFT_START) return "draft";
  return latin.startsWith("%PDF-") ? "pdf" : null;
};

/** In UTF-8. An export still has room for what it puts before the name. */
const MAX_NAME_BYTES = 200;

/**
 * The name under which a file is stored and offered: one that every system accepts, with an extension of its
 * kind.
 * @param sent the name that the sender gave, maybe a path
 * @param taken the names of the other files of the same message, as their `fileNameKey`
 */
export const attachmentName = (
  sent: string,
  kind: AttachmentKind,
  taken: ReadonlySet<string> = new Set(),
): string => {
  const tidy = safeFileName(sent.split(/[/\\]/).at(-1) ?? "", {
    maxBytes: Number.MAX_SAFE_INTEGER,
  });
  const given = EXTENSIONS[kind].find((extension) => tidy.toLowerCase().endsWith(extension));
  const stem = given ? tidy.slice(0, -given.length).trimEnd() : tidy;
  const extension = given ? tidy.slice(-given.length) : EXTENSIONS[kind][0];
  return safeFileName(stem + extension, { maxBytes: MAX_NAME_BYTES, taken });
};
