import * as v from "valibot";
import type { Sha256 } from "../ports.ts";

/** How a value is kept on the disk. The checksum is that of the key and the value in JSON. */
const stateFile = v.object({
  version: v.literal(1),
  key: v.string(),
  value: v.string(),
  checksum: v.string(),
});

const NAME_DIGITS = 40;

const checksumOf = (sha256: Sha256, key: string, value: string): Promise<string> =>
  // A value with half a character has no bytes of its own; in JSON it has.
  sha256(JSON.stringify([key, value]));

/** The name of the file that a key's value lies in: keys have characters that file names lack. */
export const stateFileName = async (sha256: Sha256, key: string): Promise<string> =>
  `${(await sha256(JSON.stringify(key))).slice(0, NAME_DIGITS)}.json`;

/** What stands in that file. */
export const stateFileText = async (
  sha256: Sha256,
  key: string,
  value: string,
): Promise<string> => {
  const checksum = await checksumOf(sha256, key, value);
  return JSON.stringify({ version: 1, key, value, checksum });
};

/**
 * The key and the value that were written to a file.
 * @returns null where it is not what was written: emptied, cut, edited, another's, of a later version
 */
export const readStateFile = async (
  sha256: Sha256,
  name: string,
  text: string,
): Promise<{ key: string; value: string } | null> => {
  try {
    const { key, value, checksum } = v.parse(stateFile, JSON.parse(text));
    const isWhole =
      (await stateFileName(sha256, key)) === name &&
      (await checksumOf(sha256, key, value)) === checksum;
    return isWhole ? { key, value } : null;
  } catch {
    return null;
  }
};
