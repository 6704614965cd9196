import { type FolderMachine, replaceFile } from "../replace-file.ts";

const FOLDER = "answers";
const NAME_DIGITS = 40;

/** Answers of the school that are too large to be held in memory, one file each. */
export const createKeptFiles = (machine: FolderMachine) => {
  const { folder, sha256 } = machine;
  const nameOf = async (key: string): Promise<string> => (await sha256(key)).slice(0, NAME_DIGITS);

  return {
    /** @returns null where nothing is kept under the key */
    get: async (key: string): Promise<Uint8Array<ArrayBuffer> | null> =>
      folder.read(`${FOLDER}/${await nameOf(key)}`),

    has: async (key: string): Promise<boolean> =>
      (await folder.size(`${FOLDER}/${await nameOf(key)}`)) !== null,

    /** A disk that does not take it is no reason to fail: it is asked for again. */
    async put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      await replaceFile(machine, `${FOLDER}/${await nameOf(key)}`, bytes);
    },

    /** Removes what is kept under any other key. */
    async retain(keys: Iterable<string>): Promise<void> {
      const names = new Set(await Promise.all([...keys].map(nameOf)));
      for (const name of await folder.list(FOLDER)) {
        if (!names.has(name)) await folder.remove(`${FOLDER}/${name}`);
      }
    },

    clear: (): Promise<void> => folder.remove(FOLDER),
  };
};

export type KeptFiles = ReturnType<typeof createKeptFiles>;
