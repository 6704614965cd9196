import { safeFileName } from "../../lib/safe-file-name.ts";

/** Encodes a file name for `filename*`, as RFC 8187 says. */
export const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/**
 * A header with an ASCII file name for all clients and the exact name for those that support RFC
 * 6266. Earlier versions have stored names that some systems do not accept.
 */
export const disposition = (name: string): string => {
  const safe = safeFileName(name);
  const plain = safe.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeFileName(safe)}`;
};
