import { Result } from "./result.ts";

/** How the name of a file ends that is not whole yet. */
export const PART = ".part";

interface NoRoom {
  readonly kind: "no-room";
}

interface WholeFileFolder<Failure> {
  read(path: string): Promise<Uint8Array | null>;
  write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Result<null, Failure>>;
  move(from: string, to: string): Promise<Result<null, Failure>>;
  remove(path: string): Promise<void>;
}

/** A loop, since a function called for each of many millions of bytes would stop the page. */
const areSame = (there: Uint8Array | null, bytes: Uint8Array): boolean => {
  if (there?.length !== bytes.length) return false;
  for (let at = 0; at < bytes.length; at += 1) if (there[at] !== bytes[at]) return false;
  return true;
};

/**
 * Replaces a file so that whoever reads it finds the one before or the new one, whole: a machine can
 * end at any moment, and a disk that is full can say that it has taken everything.
 * @returns a failure when the disk did not take it; the file before is there as it was
 */
export const replaceWhole = async <Failure>(
  folder: WholeFileFolder<Failure>,
  randomHex: (bytes: number) => string,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<null, Failure | NoRoom>> => {
  const part = `${path}.${randomHex(4)}${PART}`;
  const written = await folder.write(part, bytes);
  if (written.ok && areSame(await folder.read(part), bytes)) return folder.move(part, path);
  await folder.remove(part);
  return written.ok ? Result.fail({ kind: "no-room" }) : written;
};
