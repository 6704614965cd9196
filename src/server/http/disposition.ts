/**
 * A header with an ASCII file name for all clients and the exact name for those that support RFC
 * 6266.
 */
export const disposition = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`;
};
