/** The path of an entry of a zip, joined by `/`: older programs of Windows join it by `\\`. */
export const zipPath = (name: string): string => name.replaceAll("\\", "/");
