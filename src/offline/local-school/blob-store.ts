import { type FolderMachine, replaceFile } from "../replace-file.ts";

const FOLDER = "answers";
const NAME_DIGITS = 40;

/** Stores answers of the school that are too large for memory, one file each. */
export const createBlobStore = (machine: FolderMachine) => {
  const { folder, sha256 } = machine;
  const nameOf = async (key: string): Promise<string> => (await sha256(key)).slice(0, NAME_DIGITS);

  return {
    /** @returns null if nothing is stored under the key */
    get: async (key: string): Promise<Uint8Array<ArrayBuffer> | null> =>
      folder.read(`${FOLDER}/${await nameOf(key)}`),

    has: async (key: string): Promise<boolean> =>
      (await folder.size(`${FOLDER}/${await nameOf(key)}`)) !== null,

    /** Stores bytes. A failed write is ignored, as the answer can be fetched again. */
    async put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      await replaceFile(machine, `${FOLDER}/${await nameOf(key)}`, bytes);
    },

    /** Deletes everything stored under other keys. */
    async retain(keys: Iterable<string>): Promise<void> {
      const names = new Set(await Promise.all([...keys].map(nameOf)));
      for (const name of await folder.list(FOLDER)) {
        if (!names.has(name)) await folder.remove(`${FOLDER}/${name}`);
      }
    },

    clear: (): Promise<void> => folder.remove(FOLDER),
  };
};

export type BlobStore = ReturnType<typeof createBlobStore>;
