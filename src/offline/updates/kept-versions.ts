import type { KeptVersion } from "../../domain/kept-version.ts";
import type { ReadableFolder } from "../../platform/ports.ts";

/**
 * Versions of the app that lie unpacked in its data folder: `versions/1.2.0/` has the page,
 * `versions/1.2.0.json` says what it is and is written last, and `versions/1.2.0.starts` has a byte
 * for every start in a row that did not reach the mark "started". A byte that is appended can be torn
 * by nothing, whenever the process ends.
 */
export const VERSIONS = "versions";

export const folderOf = (version: string): string => `${VERSIONS}/${version}`;
export const manifestOf = (version: string): string => `${VERSIONS}/${version}.json`;
export const startsOf = (version: string): string => `${VERSIONS}/${version}.starts`;

const MANIFEST = /^(\d{1,6}\.\d{1,6}\.\d{1,6})\.json$/;

/** The text of a version's manifest. */
export const manifestText = (version: string, shell: string): string =>
  JSON.stringify({ format: 1, version, shell });

const parse = (bytes: Uint8Array): Partial<Record<string, unknown>> => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {};
  } catch {
    return {};
  }
};

/** The versions that are kept. What was cut off or edited counts as not there. */
export const readKeptVersions = async (
  folder: Pick<ReadableFolder, "list" | "read" | "size">,
): Promise<KeptVersion[]> => {
  const names = (await folder.list(VERSIONS)).filter((name) => MANIFEST.test(name));
  const read = names.map(async (name): Promise<KeptVersion | null> => {
    const bytes = await folder.read(`${VERSIONS}/${name}`);
    const { format, version, shell } = bytes ? parse(bytes) : {};
    if (format !== 1 || typeof version !== "string" || typeof shell !== "string") return null;
    if (name !== `${version}.json`) return null;
    return { version, shell, failedStarts: (await folder.size(startsOf(version))) ?? 0 };
  });
  return (await Promise.all(read)).filter((each) => each !== null);
};
