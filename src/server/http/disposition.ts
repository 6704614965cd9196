import { safeFileName } from "../../lib/safe-file-name.ts";

/**
 * A header with an ASCII file name for all clients and the exact name for those that support RFC
 * 6266. Names that an earlier version has stored may be none that every system accepts.
 */
export const disposition = (name: string): string => {
  const safe = safeFileName(name);
  const plain = safe.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const coded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
};
