import * as v from "valibot";
import { ALL_INDEX_FILES, type IndexFile, indexEnvelope } from "../contract/local-content.ts";
import { PARTIAL_SUFFIX, replaceAtomically } from "../lib/replace-atomically.ts";
import { Result } from "../lib/result.ts";
import type { DesktopMachine, WriteResult } from "../platform/ports.ts";

type IndexFailure =
  /** The file exists, but is empty, truncated, edited, or does not match its schema. */
  { readonly kind: "damaged"; readonly file: IndexFile };

/** Exists while new index files are renamed. Its presence means that they are complete. */
const COMMIT = "commit.json";
const NEW = ".new";

const commit = v.object({ files: v.array(v.picklist(ALL_INDEX_FILES)) });

/** Serializes an index file as it is written to the disk. @param data in JSON */
export const serializeIndex = async (
  sha256: (text: string) => Promise<string>,
  data: unknown,
): Promise<string> => {
  // Serialized only once, as a tree of thousands of files takes time.
  const text = JSON.stringify(data);
  return `{"version":1,"checksum":"${await sha256(text)}","data":${text}}`;
};

/** The start of every index file that the app writes, up to its data. */
const BEGINNING = /^\{"version":1,"checksum":"([\da-f]{64})","data":/;
const BEGINNING_BYTES = 100;

export type HashFunctions = Pick<DesktopMachine, "sha256" | "sha256OfBytes">;

export type FolderMachine = HashFunctions & Pick<DesktopMachine, "folder" | "randomHex">;

/** Replaces a text file atomically: a reader finds either the old file or the new one. */
export const replaceText = (
  { folder, randomHex }: FolderMachine,
  path: string,
  text: string,
): Promise<WriteResult> =>
  replaceAtomically(folder, randomHex, path, new TextEncoder().encode(text));

/** The checksum of an index file and the bytes of its data; null if another program wrote it. */
const partsOf = (bytes: Uint8Array<ArrayBuffer>) => {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, BEGINNING_BYTES));
  const [beginning, checksum] = BEGINNING.exec(start) ?? [];
  return beginning && checksum ? { checksum, data: bytes.subarray(beginning.length, -1) } : null;
};

/**
 * Parses an index file and verifies its checksum.
 * @returns the data, or undefined if the bytes are damaged
 */
export const parseIndexFile = async (
  { sha256, sha256OfBytes }: HashFunctions,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<unknown> => {
  try {
    const decoded = v.safeParse(indexEnvelope, JSON.parse(new TextDecoder().decode(bytes)));
    if (!decoded.success) return undefined;
    const { checksum, data } = decoded.output;
    // Serializing large data again is slow, so the bytes are hashed first as they are.
    const asWritten = partsOf(bytes);
    if (asWritten && (await sha256OfBytes(asWritten.data)) === checksum) return data;
    return (await sha256(JSON.stringify(data))) === checksum ? data : undefined;
  } catch {
    return undefined;
  }
};

/** Reads and writes the index files of a folder. Each is replaced as a whole, or not at all. */
export const createIndexFiles = (machine: FolderMachine) => {
  const { folder, sha256 } = machine;

  const readText = async (path: string): Promise<string | null> => {
    const bytes = await folder.read(path);
    return bytes && new TextDecoder().decode(bytes);
  };

  /** Renames the new files. Also completes a replacement that was interrupted. */
  const finish = async (files: readonly IndexFile[]): Promise<WriteResult> => {
    for (const file of files) {
      if ((await folder.size(file + NEW)) === null) continue;
      const moved = await folder.move(file + NEW, file);
      if (!moved.ok) return moved;
    }
    await folder.remove(COMMIT);
    return Result.ok(null);
  };

  return {
    /** Completes or undoes an interrupted replacement. Call it once, before reading anything. */
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

    /** Whether the file exists, damaged or not. */
    has: async (file: IndexFile): Promise<boolean> => (await folder.size(file)) !== null,

    /** @returns null if the file does not exist */
    async read<Data>(
      file: IndexFile,
      schema: v.GenericSchema<unknown, Data>,
    ): Promise<Result<Data | null, IndexFailure>> {
      const bytes = await folder.read(file);
      if (bytes === null) return Result.ok(null);
      const decoded = v.safeParse(schema, await parseIndexFile(machine, bytes));
      return decoded.success ? Result.ok(decoded.output) : Result.fail({ kind: "damaged", file });
    },

    /** The checksum in an index file; null if there is none. */
    async checksum(file: IndexFile): Promise<string | null> {
      const bytes = await folder.read(file, { from: 0, length: BEGINNING_BYTES });
      return (bytes && partsOf(bytes)?.checksum) ?? null;
    },

    write: async (file: IndexFile, data: unknown): Promise<WriteResult> =>
      replaceText(machine, file, await serializeIndex(sha256, data)),

    /** Replaces several files, all or none. `recover` completes it after a crash. */
    async replace(data: Partial<Record<IndexFile, unknown>>): Promise<WriteResult> {
      const files = ALL_INDEX_FILES.filter((file) => data[file] !== undefined);
      for (const file of files) {
        const written = await replaceText(
          machine,
          file + NEW,
          await serializeIndex(sha256, data[file]),
        );
        if (!written.ok) return written;
      }
      const committed = await replaceText(machine, COMMIT, JSON.stringify({ files }));
      return committed.ok ? finish(files) : committed;
    },
  };
};

export type IndexFiles = ReturnType<typeof createIndexFiles>;
