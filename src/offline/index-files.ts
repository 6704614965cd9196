import * as v from "valibot";
import { ALL_INDEX_FILES, type IndexFile, indexEnvelope } from "../contract/local-content.ts";
import { PARTIAL_SUFFIX } from "../lib/replace-atomically.ts";
import { Result } from "../lib/result.ts";
import type { DesktopMachine, Written } from "../platform/ports.ts";
import { type FolderMachine, replaceText } from "./replace-file.ts";

export type IndexFailure =
  /** It is there, but emptied, cut, edited or of another kind. */
  { readonly kind: "damaged"; readonly file: IndexFile };

/** Lies there from the moment when new index files count until each has its name. */
const COMMIT = "commit.json";
const NEW = ".new";

const commit = v.object({ files: v.array(v.picklist(ALL_INDEX_FILES)) });

/** An index file as it stands on the disk. */
export const indexText = async (
  sha256: (text: string) => Promise<string>,
  data: unknown,
): Promise<string> => {
  // Written out once: a tree of thousands of files takes its time.
  const text = JSON.stringify(data);
  return `{"version":1,"checksum":"${await sha256(text)}","data":${text}}`;
};

/** What every index file begins with as it is written, up to the text of its data. */
const BEGINNING = /^\{"version":1,"checksum":"([\da-f]{64})","data":/;
const BEGINNING_BYTES = 100;

export type Hashing = Pick<DesktopMachine, "sha256" | "sha256OfBytes">;

/** The checksum that an index file names, and the bytes of its data, where it is as we write it. */
const partsOf = (bytes: Uint8Array<ArrayBuffer>) => {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, BEGINNING_BYTES));
  const [beginning, checksum] = BEGINNING.exec(start) ?? [];
  return beginning && checksum ? { checksum, data: bytes.subarray(beginning.length, -1) } : null;
};

/**
 * The data of an index file.
 * @returns undefined where the bytes are not what was written
 */
export const readIndexBytes = async (
  { sha256, sha256OfBytes }: Hashing,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<unknown> => {
  try {
    const decoded = v.safeParse(indexEnvelope, JSON.parse(new TextDecoder().decode(bytes)));
    if (!decoded.success) return undefined;
    const { checksum, data } = decoded.output;
    // To write large data out again takes long: the bytes as they lie there are tried first.
    const asWritten = partsOf(bytes);
    if (asWritten && (await sha256OfBytes(asWritten.data)) === checksum) return data;
    return (await sha256(JSON.stringify(data))) === checksum ? data : undefined;
  } catch {
    return undefined;
  }
};

/** The index files of the content on this machine: each is whole, or the one before. */
export const createIndexFiles = (machine: FolderMachine) => {
  const { folder, sha256 } = machine;

  const readText = async (path: string): Promise<string | null> => {
    const bytes = await folder.read(path);
    return bytes && new TextDecoder().decode(bytes);
  };

  /** Gives new files their names; what was cut off before goes on. */
  const finish = async (files: readonly IndexFile[]): Promise<Written> => {
    for (const file of files) {
      if ((await folder.size(file + NEW)) === null) continue;
      const moved = await folder.move(file + NEW, file);
      if (!moved.ok) return moved;
    }
    await folder.remove(COMMIT);
    return Result.ok(null);
  };

  return {
    /** Ends what a process that is gone had begun; to be called once, before anything is read. */
    async recover(): Promise<void> {
      const text = await readText(COMMIT);
      if (text !== null) {
        try {
          await finish(v.parse(commit, JSON.parse(text)).files);
        } catch {
          await folder.remove(COMMIT);
        }
      }
      for (const name of await folder.list("")) {
        if (name.endsWith(PARTIAL_SUFFIX) || name.endsWith(NEW)) await folder.remove(name);
      }
    },

    /** Whether there is such a file, whole or not. */
    has: async (file: IndexFile): Promise<boolean> => (await folder.size(file)) !== null,

    /** @returns null where there is no such file yet */
    async read<Data>(
      file: IndexFile,
      schema: v.GenericSchema<unknown, Data>,
    ): Promise<Result<Data | null, IndexFailure>> {
      const bytes = await folder.read(file);
      if (bytes === null) return Result.ok(null);
      const decoded = v.safeParse(schema, await readIndexBytes(machine, bytes));
      return decoded.success ? Result.ok(decoded.output) : Result.fail({ kind: "damaged", file });
    },

    /** The checksum that an index file names; null where there is none. */
    async checksum(file: IndexFile): Promise<string | null> {
      const bytes = await folder.read(file, { from: 0, length: BEGINNING_BYTES });
      return (bytes && partsOf(bytes)?.checksum) ?? null;
    },

    write: async (file: IndexFile, data: unknown): Promise<Written> =>
      replaceText(machine, file, await indexText(sha256, data)),

    /** Replaces several, all or none: a cut in between is mended by `recover`. */
    async replace(data: Partial<Record<IndexFile, unknown>>): Promise<Written> {
      const files = ALL_INDEX_FILES.filter((file) => data[file] !== undefined);
      for (const file of files) {
        const written = await replaceText(machine, file + NEW, await indexText(sha256, data[file]));
        if (!written.ok) return written;
      }
      const committed = await replaceText(machine, COMMIT, JSON.stringify({ files }));
      return committed.ok ? finish(files) : committed;
    },
  };
};

export type IndexFiles = ReturnType<typeof createIndexFiles>;
