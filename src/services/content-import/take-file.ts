import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "../../lib/hex.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { PART } from "../whole-file.ts";
import type { Imported, ImportSource } from "./import-source.ts";

/** The desktop's runtime takes so many bytes at once. */
const PIECE = 1_000_000;

/** What a file has to be. */
export interface WantedFile {
  readonly checksum: string;
  readonly size: number;
}

export type TakenFile =
  /** It lies there, whole and right. */
  | "right"
  /** It was not what it had to be, or not there: nothing is left of it. */
  | "wrong";

type FileMachine = Pick<DesktopMachine, "folder" | "sha256OfBytes">;

/**
 * Takes a file over: under a name that does not count, checked by size and SHA-256 while it comes,
 * and only then under its own.
 * @param onBytes told of bytes that have been taken
 */
export const takeFile = async (
  { folder }: FileMachine,
  source: ImportSource,
  { from, to, wanted }: { from: string; to: string; wanted: WantedFile },
  onBytes: (bytes: number) => Imported<null>,
): Promise<Imported<TakenFile>> => {
  const part = to + PART;
  const hash = sha256.create();
  const piece = new Uint8Array(Math.min(PIECE, wanted.size));
  let held = 0;
  let length = 0;

  const save = async (): Promise<Imported<null>> => {
    const bytes = piece.slice(0, held);
    const isFirst = length === held;
    held = 0;
    return isFirst ? folder.write(part, bytes) : folder.append(part, bytes);
  };

  const take = async (bytes: Uint8Array<ArrayBuffer>): Promise<Imported<null>> => {
    // What is longer than it says may have no end.
    if (length + bytes.length > wanted.size) return Result.fail({ kind: "too-big" });
    hash.update(bytes);
    for (let done = 0; done < bytes.length; ) {
      const next = bytes.subarray(done, done + piece.length - held);
      piece.set(next, held);
      held += next.length;
      length += next.length;
      done += next.length;
      const saved = held === piece.length ? await save() : Result.ok(null);
      if (!saved.ok) return saved;
    }
    return onBytes(bytes.length);
  };

  const run = async (): Promise<Imported<TakenFile>> => {
    const poured = await source.pour(from, take);
    if (!poured.ok) return poured;
    const isRight = length === wanted.size && hex(hash.digest()) === wanted.checksum;
    if (!isRight) return Result.ok("wrong");
    const saved = held > 0 || length === 0 ? await save() : Result.ok(null);
    if (!saved.ok) return saved;
    // A disk that is full can say that it has taken everything.
    if ((await folder.size(part)) !== wanted.size) return Result.fail({ kind: "no-room" });
    const moved = await folder.move(part, to);
    return moved.ok ? Result.ok("right") : moved;
  };

  const taken = await run();
  if (!taken.ok || taken.value !== "right") await folder.remove(part);
  return taken;
};

/** Whether a file that lies there already is the one wanted, to its last byte. */
export const isThere = async (
  { folder }: Pick<DesktopMachine, "folder">,
  path: string,
  wanted: WantedFile,
): Promise<boolean> => {
  if ((await folder.size(path)) !== wanted.size) return false;
  const hash = sha256.create();
  for (let from = 0; from < wanted.size; from += PIECE) {
    const piece = await folder.read(path, { from, length: PIECE });
    if (!piece) return false;
    hash.update(piece);
  }
  return hex(hash.digest()) === wanted.checksum;
};
