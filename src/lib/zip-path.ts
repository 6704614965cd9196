/** The path of an entry of a zip, joined by `/`: older programs of Windows join it by `\\`. */
export const zipPath = (name: string): string => name.replaceAll("\\", "/");

const depthOf = (path: string): number => path.split("/").length;

/**
 * The folder, with its `/`, of the file of a name that lies in the fewest folders.
 * @param paths joined by `/`
 * @returns the empty text if it lies at the top, or if there is none, or several at the same depth
 */
export const shallowestFolder = (paths: Iterable<string>, name: string): string => {
  let found: string[] = [];
  for (const path of paths) {
    if (path !== name && !path.endsWith(`/${name}`)) continue;
    const difference = depthOf(path) - depthOf(found[0] ?? path);
    if (difference < 0) found = [];
    if (difference <= 0) found.push(path);
  }
  const [only = ""] = found;
  return found.length === 1 ? only.slice(0, only.length - name.length) : "";
};
