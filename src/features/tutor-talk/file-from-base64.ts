/** The media types that a browser may show. Files of other types can only be saved. */
const SHOWN = new Set(["image/jpeg", "image/png", "image/webp", "application/pdf"]);

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
};

/**
 * Decodes a base64 file. The sender chose its media type: one that could run on a page becomes
 * `application/octet-stream`.
 * @returns null if it is not base64
 */
export const fileFromBase64 = (base64: string, type: string): Blob | null => {
  try {
    const kind = SHOWN.has(type) ? type : "application/octet-stream";
    return new Blob([bytesOf(base64)], { type: kind });
  } catch {
    return null;
  }
};
