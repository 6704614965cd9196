import { PARTIAL_SUFFIX } from "../../lib/replace-atomically.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { hashOfFile } from "../hash-of-file.ts";
import { createHash } from "../piecewise-hash.ts";
import type { Imported, ImportSource } from "./import-source.ts";

/** The desktop's runtime takes so many bytes at once. */
const PIECE = 1024 * 1024;

/**
 * Up to here a file is held as a whole: the machine's own hashing, which takes nothing piece by
 * piece, is many times faster than any that does.
 */
const WHOLE_BYTES = 4 * 1024 * 1024;

/** The memory that a file takes while it is taken over: of a large one a piece and the one before. */
export const heldBytes = (size: number): number => (size <= WHOLE_BYTES ? size : 2 * PIECE);

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

/** What takes a file's bytes as they come. */
interface Taker {
  take(bytes: Uint8Array<ArrayBuffer>): Promise<Imported<null>>;
  /** All have come, as many as there should be: they are checked, and lie under the file's name that does not count. */
  end(): Promise<Imported<TakenFile>>;
}

/** Takes a file that fits into memory. */
const takeWhole = (
  { folder, sha256OfBytes }: FileMachine,
  partial: string,
  wanted: WantedFile,
): Taker => {
  const bytes = new Uint8Array(wanted.size);
  let length = 0;
  return {
    async take(piece) {
      bytes.set(piece, length);
      length += piece.length;
      return Result.ok(null);
    },
    async end() {
      if ((await sha256OfBytes(bytes)) !== wanted.checksum) return Result.ok("wrong");
      const written = await folder.write(partial, bytes);
      return written.ok ? Result.ok("right") : written;
    },
  };
};

/** Takes a file of any size: one piece is written while the next one fills up. */
const takePieces = ({ folder }: FileMachine, partial: string, wanted: WantedFile): Taker => {
  const hash = createHash();
  let piece = new Uint8Array(PIECE);
  let spare = new Uint8Array(PIECE);
  let held = 0;
  let written = 0;
  let writing: Promise<Imported<null>> = Promise.resolve(Result.ok(null));

  const save = async (): Promise<Imported<null>> => {
    const before = await writing;
    if (!before.ok || held === 0) return before;
    const bytes = piece.subarray(0, held);
    writing = written === 0 ? folder.write(partial, bytes) : folder.append(partial, bytes, written);
    [piece, spare] = [spare, piece];
    written += held;
    held = 0;
    return Result.ok(null);
  };

  return {
    async take(bytes) {
      hash.add(bytes);
      for (let done = 0; done < bytes.length; ) {
        const next = bytes.subarray(done, done + piece.length - held);
        piece.set(next, held);
        held += next.length;
        done += next.length;
        const saved = held === piece.length ? await save() : Result.ok(null);
        if (!saved.ok) return saved;
      }
      return Result.ok(null);
    },
    async end() {
      const saved = await save();
      const last = saved.ok ? await writing : saved;
      if (!last.ok) return last;
      if (hash.end() !== wanted.checksum) return Result.ok("wrong");
      // A disk that is full can say that it has taken everything, and not each piece was looked at.
      if ((await folder.size(partial)) !== wanted.size) return Result.fail({ kind: "no-room" });
      return Result.ok("right");
    },
  };
};

/**
 * Takes a file over: under a name that does not count, checked by size and SHA-256, and only then
 * under its own.
 * @param onBytes told of bytes that have been taken
 */
export const takeFile = async (
  machine: FileMachine,
  source: ImportSource,
  { from, to, wanted }: { from: string; to: string; wanted: WantedFile },
  onBytes: (bytes: number) => Imported<null>,
): Promise<Imported<TakenFile>> => {
  const { folder } = machine;
  const partial = to + PARTIAL_SUFFIX;
  const create = wanted.size <= WHOLE_BYTES ? takeWhole : takePieces;
  const taker = create(machine, partial, wanted);
  let length = 0;

  const take = async (bytes: Uint8Array<ArrayBuffer>): Promise<Imported<null>> => {
    // What is longer than it says may have no end.
    if (length + bytes.length > wanted.size) return Result.fail({ kind: "too-big" });
    length += bytes.length;
    const taken = await taker.take(bytes);
    return taken.ok ? onBytes(bytes.length) : taken;
  };

  const run = async (): Promise<Imported<TakenFile>> => {
    const poured = await source.pour(from, take);
    if (!poured.ok) return poured;
    if (length !== wanted.size) return Result.ok("wrong");
    const ended = await taker.end();
    if (!ended.ok || ended.value === "wrong") return ended;
    const moved = await folder.move(partial, to);
    return moved.ok ? Result.ok("right") : moved;
  };

  const taken = await run();
  if (!taken.ok || taken.value !== "right") await folder.remove(partial);
  return taken;
};

/** Whether a file that lies there already is the one wanted, to its last byte. */
export const isThere = async (
  machine: FileMachine,
  path: string,
  { size, checksum }: WantedFile,
): Promise<boolean> =>
  (await machine.folder.size(path)) === size &&
  (await hashOfFile(machine, path, size)) === checksum;
