import { Result } from "../lib/result.ts";
import type { DesktopMachine, Written } from "../platform/ports.ts";

export type FolderMachine = Pick<
  DesktopMachine,
  "folder" | "sha256" | "sha256OfBytes" | "randomHex"
>;

/** Nothing that ends so is content: it was being written when the process ended. */
export const PART = ".part";

/**
 * Replaces a file so that whoever reads it finds the one before or the new one, whole: a machine can
 * end at any moment, and a disk that is full can say that it has taken everything.
 */
export const replaceFile = async (
  { folder, sha256OfBytes, randomHex }: FolderMachine,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Written> => {
  const part = `${path}.${randomHex(4)}${PART}`;
  const written = await folder.write(part, bytes);
  const there = written.ok && (await folder.read(part));
  const whole =
    there &&
    there.length === bytes.length &&
    (await sha256OfBytes(there)) === (await sha256OfBytes(bytes));
  if (whole) return folder.move(part, path);
  await folder.remove(part);
  return written.ok ? Result.fail({ kind: "no-room" }) : written;
};

/** The same with text. */
export const replaceText = (machine: FolderMachine, path: string, text: string): Promise<Written> =>
  replaceFile(machine, path, new TextEncoder().encode(text));
