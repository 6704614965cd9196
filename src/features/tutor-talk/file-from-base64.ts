/** Kinds that a browser may show; any other is only ever saved. */
const SHOWN = new Set(["image/jpeg", "image/png", "image/webp", "application/pdf"]);

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
};

/**
 * A file that came as base64. Its kind is the sender's word: what could be run on a page counts as
 * mere bytes.
 * @returns null for what is no base64
 */
export const fileFromBase64 = (base64: string, type: string): Blob | null => {
  try {
    const kind = SHOWN.has(type) ? type : "application/octet-stream";
    return new Blob([bytesOf(base64)], { type: kind });
  } catch {
    return null;
  }
};
