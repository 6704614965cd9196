/** Characters without a meaning to a shell, with or without quotes. */
const PLAIN = /^[\w\-.~:/?#@+,;=%&]+$/;

/**
 * Checks an address for the system's browser. The runtime puts it between quotes into a shell command,
 * so only https addresses pass, and characters with a meaning to a shell are percent-encoded.
 * @param school origin of the school, which may be http in a trial
 * @returns the address, or null if it may not be opened
 */
export const externalUrl = (address: string, school = ""): string | null => {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || url.username || url.password) return null;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && url.origin === school))
    return null;
  const encoded = url.href.replaceAll(
    /[^\w\-.~:/?#@+,;=%&]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
  // Refuses a host with other characters.
  return PLAIN.test(encoded) && encoded.startsWith(`${url.origin}/`) ? encoded : null;
};
