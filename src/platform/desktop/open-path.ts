import { os } from "@neutralinojs/lib";

/** Characters without a meaning to a shell, with or without quotes. */
const PLAIN = /^file:\/\/\/[\w\-.~/%:]*$/;

/**
 * Converts an absolute path to a `file:` URL. The runtime puts it between quotes into a shell command,
 * so all characters with a meaning to a shell are percent-encoded.
 * @returns null if the path is not absolute
 */
export const fileUrl = (path: string): string | null => {
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

/** Opens a file or a folder with the system's program for it. */
export const openPath = (path: string): void => {
  const address = fileUrl(path);
  if (address) os.open(address).catch(() => undefined);
};
