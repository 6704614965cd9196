import * as v from "valibot";
import type { Sha256 } from "../ports.ts";

/** The format of a stored value. The checksum covers the key and the value in JSON. */
const stateFile = v.object({
  version: v.literal(1),
  key: v.string(),
  value: v.string(),
  checksum: v.string(),
});

const NAME_DIGITS = 40;

const checksumOf = (sha256: Sha256, key: string, value: string): Promise<string> =>
  // Half a surrogate pair cannot be encoded as UTF-8, but it can in JSON.
  sha256(JSON.stringify([key, value]));

/** The file name of a key. It is a hash, since keys have characters that file names must not have. */
export const stateFileName = async (sha256: Sha256, key: string): Promise<string> =>
  `${(await sha256(JSON.stringify(key))).slice(0, NAME_DIGITS)}.json`;

/** The content of the file of a key. */
export const stateFileText = async (
  sha256: Sha256,
  key: string,
  value: string,
): Promise<string> => {
  const checksum = await checksumOf(sha256, key, value);
  return JSON.stringify({ version: 1, key, value, checksum });
};

/**
 * Parses the file of a key.
 * @returns null if it is empty, truncated, edited, of another key, or of a later version
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
