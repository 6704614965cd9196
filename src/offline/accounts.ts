import * as v from "valibot";
import { fileTree } from "../contract/local-content.ts";
import { type Id, id } from "../contract/wire.ts";
import { measurementsKey } from "../core/measurements-key.ts";
import { createStored } from "../core/stored.ts";
import { deleteUnsentTexts } from "../core/unsent-texts.ts";
import { entriesOf } from "../domain/file-tree.ts";
import { PARTIAL_SUFFIX } from "../lib/replace-atomically.ts";
import type { DesktopMachine, Folder, Tabs } from "../platform/ports.ts";
import { hashText } from "./hashing.ts";
import { createIndexFiles, type IndexFiles } from "./index-files.ts";
import { FILES, filePath } from "./local-content.ts";
import { clearSyncStorage } from "./sync/sync-storage.ts";

/**
 * Restricts a folder to one of its subfolders.
 * @param name path of the subfolder, without a slash at the end
 */
export const subfolder = (folder: Folder, name: string): Folder => {
  // An empty path must stay invalid, as it would name the folder itself.
  const file = (path: string) => `${name}/${path}`;
  const folderAt = (path: string) => (path === "" ? name : file(path));
  return {
    read: (path, range) => folder.read(file(path), range),
    size: (path) => folder.size(file(path)),
    list: (path) => folder.list(folderAt(path)),
    folders: (path) => folder.folders(folderAt(path)),
    write: (path, bytes) => folder.write(file(path), bytes),
    append: (path, bytes, before) => folder.append(file(path), bytes, before),
    move: (from, to) => folder.move(file(from), file(to)),
    remove: (path) => folder.remove(file(path)),
    room: folder.room,
    address: (path) => folder.address(file(path)),
  };
};

const ACCOUNTS_FOLDER = "accounts";
const NAME_DIGITS = 40;

export interface Account {
  /** The folder's name. It is a hash, because an id can have characters that a path must not have. */
  readonly name: string;
  readonly folder: DesktopMachine["folder"];
  readonly index: IndexFiles;
  /**
   * Names in `files/` that other accounts of this computer need.
   * @returns null if a tree cannot be read; then nothing may be deleted
   */
  neededElsewhere(): Promise<ReadonlySet<string> | null>;
}

/**
 * Lets several accounts share one computer. This is the layout of the hybrid app's folder:
 *
 *     accounts/HASH/    the index files of one account, in the contract's format: content.json,
 *                       faqs.json, glossary.json, instructions.json, filetree.json; and answers/
 *     files/            the bytes of all accounts, each file once
 *     state/            small values; a value of one account has the account in its key
 *
 * - An account reads only its own index files. A file without an entry in its own tree is not found,
 *   so the next person to sign in cannot open the courses of the previous account.
 * - A file's name in `files/` is derived from its checksum and from digits of this computer. It is the
 *   same for all accounts, so a file that another account has downloaded is not downloaded again.
 *   `present` in the tree of one account says nothing about another account.
 * - A file is deleted only if no tree of any account has it as present. If one of the trees cannot be
 *   read, nothing is deleted. A partial download is kept for the account that started it.
 * - Files that the server has removed are compared with the account's own tree only.
 *
 * The offline build imports content for everybody at the computer. Its index files are beside
 * `files/`, as in the folder that a school exports.
 */
export const createAccounts = (machine: DesktopMachine) => {
  const { folder } = machine;

  const nameOf = (person: Id): string => hashText(`account\n${person}`).slice(0, NAME_DIGITS);

  const indexOf = (name: string): IndexFiles =>
    createIndexFiles({ ...machine, folder: subfolder(folder, `${ACCOUNTS_FOLDER}/${name}`) });

  const neededElsewhere = async (own: string): Promise<ReadonlySet<string> | null> => {
    const names = await folder.folders(ACCOUNTS_FOLDER);
    if (names === null) return null;
    const needed = new Set<string>();
    for (const name of names) {
      if (name === own) continue;
      const tree = await indexOf(name).read("filetree.json", fileTree);
      if (!tree.ok) return null;
      for (const [{ filename, checksum, present }] of entriesOf(tree.value ?? {})) {
        needed.add(present ? filename : checksum + PARTIAL_SUFFIX);
      }
    }
    return needed;
  };

  const byFolderName = (name: string): Account => ({
    name,
    folder: subfolder(folder, `${ACCOUNTS_FOLDER}/${name}`),
    index: indexOf(name),
    neededElsewhere: () => neededElsewhere(name),
  });

  return {
    /** Gives the account of a person. Call `index.recover` before reading anything. */
    forPerson: (person: Id): Account => byFolderName(nameOf(person)),

    byFolderName,
  };
};

export type Accounts = ReturnType<typeof createAccounts>;

/** The person an account's folder belongs to. The folder's name is only a hash. */
const owner = v.object({
  person: id,
  username: v.string(),
  /** When they last signed in, in milliseconds since 1970. */
  seen: v.number(),
});

/** An account with content or data on this computer that is not signed in. */
export interface OtherAccount {
  readonly name: string;
  /** Null if the account has not signed in since the app began to record names. */
  readonly username: string | null;
  /** When it last signed in, in milliseconds since 1970. */
  readonly seen: number | null;
  /** Bytes that removing it would free: files that no other account needs. */
  readonly freed: number;
  /** Number of writes that have not reached the school. */
  readonly unsent: number;
}

interface OtherAccountsOptions {
  machine: Pick<DesktopMachine, "folder" | "storage" | "now"> & { tabs: Tabs };
  accounts: Accounts;
}

const belongsTo = (person: Id, key: string): boolean => {
  const encoded = encodeURIComponent(person);
  const keys = [`notes.${person}.v1`, `videos.v1.${person}`, measurementsKey(person)];
  const folders = [`place.v2/${encoded}`, `remembered.v1/${encoded}`, `queue.v1/${encoded}`];
  return keys.includes(key) || folders.some((each) => key === each || key.startsWith(`${each}/`));
};

/** Lists the other accounts of this computer, and removes their data. */
export const createOtherAccounts = ({ machine, accounts }: OtherAccountsOptions) => {
  const { folder, storage, tabs, now } = machine;
  const ownerOf = (name: string) => createStored(storage, `account.v1/${name}`, owner);

  const unsentOf = (person: Id): number => {
    const prefix = `queue.v1/${encodeURIComponent(person)}/`;
    return tabs.keys().filter((key) => key.startsWith(prefix)).length;
  };

  const describe = async (name: string): Promise<OtherAccount> => {
    const record = ownerOf(name).read();
    const { index, neededElsewhere } = accounts.byFolderName(name);
    const [tree, elsewhere] = await Promise.all([
      index.read("filetree.json", fileTree),
      neededElsewhere(),
    ]);
    const sizes = new Map<string, number>();
    for (const [{ filename, size, present }] of entriesOf((tree.ok && tree.value) || {})) {
      if (present && elsewhere && !elsewhere.has(filename)) sizes.set(filename, size);
    }
    return {
      name,
      username: record?.username ?? null,
      seen: record?.seen ?? null,
      freed: [...sizes.values()].reduce((sum, size) => sum + size, 0),
      unsent: record ? unsentOf(record.person) : 0,
    };
  };

  const forget = (person: Id): void => {
    for (const key of tabs.keys()) if (belongsTo(person, key)) storage.remove(key);
    deleteUnsentTexts(storage, person);
  };

  return {
    /** Records a sign-in, so that the account has a name in the list. */
    recordSignIn(person: Id, username: string): void {
      ownerOf(accounts.forPerson(person).name).write({ person, username, seen: now() });
    },

    /** Lists all accounts except the one that is signed in, latest sign-in first. */
    async list(present: Id): Promise<OtherAccount[]> {
      const ownName = accounts.forPerson(present).name;
      const names = (await folder.folders(ACCOUNTS_FOLDER)) ?? [];
      const others = await Promise.all(names.filter((name) => name !== ownName).map(describe));
      return others.toSorted((one, other) => (other.seen ?? 0) - (one.seen ?? 0));
    },

    /**
     * Removes an account's content and data from this computer, including writes that have not reached
     * the school. Nothing else may use the files meanwhile.
     * @param name of its folder
     */
    async remove(name: string): Promise<void> {
      const record = ownerOf(name).read();
      await folder.remove(`${ACCOUNTS_FOLDER}/${name}`);
      if (record) forget(record.person);
      clearSyncStorage(storage, name);
      ownerOf(name).clear();
      // Deletes the files that no remaining account needs. If that is unknown, nothing is deleted.
      const needed = await accounts.byFolderName("").neededElsewhere();
      if (!needed) return;
      for (const file of await folder.list(FILES)) {
        if (!needed.has(file)) await folder.remove(filePath(file));
      }
    },
  };
};

export type OtherAccounts = ReturnType<typeof createOtherAccounts>;
