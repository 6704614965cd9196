import { Result } from "./result.ts";

/** The suffix of a file that is being written. A file that keeps it is incomplete. */
export const PARTIAL_SUFFIX = ".part";

interface NoRoom {
  readonly kind: "no-room";
}

interface ReplaceFolder<Failure> {
  read(path: string): Promise<Uint8Array | null>;
  write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Result<null, Failure>>;
  move(from: string, to: string): Promise<Result<null, Failure>>;
  remove(path: string): Promise<void>;
}

/** Uses a loop, because a callback for each of many million bytes would block the page. */
const areEqual = (stored: Uint8Array | null, bytes: Uint8Array): boolean => {
  if (stored?.length !== bytes.length) return false;
  for (let at = 0; at < bytes.length; at += 1) if (stored[at] !== bytes[at]) return false;
  return true;
};

/**
 * Replaces a file atomically: a reader finds the old file or the new one, never a mixture. The
 * process can end at any moment, and a full disk can report success, so the bytes are read back
 * before the move.
 * @returns a failure when the disk did not take the bytes; the old file is unchanged
 */
export const replaceAtomically = async <Failure>(
  folder: ReplaceFolder<Failure>,
  randomHex: (bytes: number) => string,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<null, Failure | NoRoom>> => {
  const partial = `${path}.${randomHex(4)}${PARTIAL_SUFFIX}`;
  const written = await folder.write(partial, bytes);
  if (written.ok && areEqual(await folder.read(partial), bytes)) return folder.move(partial, path);
  await folder.remove(partial);
  return written.ok ? Result.fail({ kind: "no-room" }) : written;
};
