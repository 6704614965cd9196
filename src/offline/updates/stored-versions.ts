import type { StoredVersion } from "../../domain/version.ts";
import type { ReadableFolder } from "../../platform/ports.ts";

/**
 * Versions of the app that are unpacked in its data folder: `versions/1.2.0/` has the page,
 * `versions/1.2.0.json` is its manifest and is written last, and `versions/1.2.0.starts` has one byte
 * for each start in a row that did not reach the mark "started". Appending a byte is atomic: a crash
 * cannot damage the file.
 */
export const VERSIONS = "versions";

export const versionFolder = (version: string): string => `${VERSIONS}/${version}`;
export const versionManifest = (version: string): string => `${VERSIONS}/${version}.json`;
export const versionStarts = (version: string): string => `${VERSIONS}/${version}.starts`;

const MANIFEST = /^(\d{1,6}\.\d{1,6}\.\d{1,6})\.json$/;

/** The text of a version's manifest. @param shell fingerprint of the program that the version needs */
export const manifestText = (version: string, shell: string): string =>
  JSON.stringify({ format: 1, version, shell });

const parse = (bytes: Uint8Array): Partial<Record<string, unknown>> => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {};
  } catch {
    return {};
  }
};

/** Reads the unpacked versions. One with a damaged manifest is left out. */
export const readStoredVersions = async (
  folder: Pick<ReadableFolder, "list" | "read" | "size">,
): Promise<StoredVersion[]> => {
  const names = (await folder.list(VERSIONS)).filter((name) => MANIFEST.test(name));
  const read = names.map(async (name): Promise<StoredVersion | null> => {
    const bytes = await folder.read(`${VERSIONS}/${name}`);
    const { format, version, shell } = bytes ? parse(bytes) : {};
    if (format !== 1 || typeof version !== "string" || typeof shell !== "string") return null;
    if (name !== `${version}.json`) return null;
    return { version, shell, failedStarts: (await folder.size(versionStarts(version))) ?? 0 };
  });
  return (await Promise.all(read)).filter((each) => each !== null);
};
