import { os } from "@neutralinojs/lib";

/** What means nothing to a shell, within quotes or without. */
const PLAIN = /^file:\/\/\/[\w\-.~/%:]*$/;

/**
 * A path of this machine as an address. The runtime puts it between quotes into a line for the shell,
 * so every sign that a shell could read is written as its bytes.
 * @returns null for a path that is not absolute
 */
export const localAddress = (path: string): string | null => {
  const slashed = path.replaceAll("\\", "/");
  const absolute = /^[A-Za-z]:\//.test(slashed) ? `/${slashed}` : slashed;
  if (!absolute.startsWith("/") || !absolute.isWellFormed()) return null;
  const segments = absolute
    .split("/")
    .map((segment) =>
      /^[A-Za-z]:$/.test(segment)
        ? segment
        : encodeURIComponent(segment).replaceAll(
            /[!'()*]/g,
            (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
          ),
    );
  const address = `file://${segments.join("/")}`;
  return PLAIN.test(address) ? address : null;
};

/** Opens a file or a folder with the program that the system has for it. */
export const openLocal = (path: string): void => {
  const address = localAddress(path);
  if (address) os.open(address).catch(() => undefined);
};
