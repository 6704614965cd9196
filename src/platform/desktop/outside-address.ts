/** What means nothing to a shell, within quotes or without. */
const PLAIN = /^[\w\-.~:/?#@+,;=%&]+$/;

/**
 * An address that may be handed to the system's browser: the runtime puts it between quotes into a
 * line for the shell, so only https addresses pass, and only with signs that no shell reads.
 * @param school origin of the school, which may be served without TLS where somebody tries it out
 * @returns null for any other
 */
export const outsideAddress = (address: string, school = ""): string | null => {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || url.username || url.password) return null;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && url.origin === school))
    return null;
  const encoded = url.href.replaceAll(
    /[^\w\-.~:/?#@+,;=%&]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
  // A host has no such signs to be written otherwise.
  return PLAIN.test(encoded) && encoded.startsWith(`${url.origin}/`) ? encoded : null;
};
