import { ALL_INDEX_FILES, fileTree } from "../contract/local-content.ts";
import type { Id } from "../contract/wire.ts";
import { entriesOf } from "../domain/file-tree.ts";
import { PARTIAL_SUFFIX } from "../lib/replace-atomically.ts";
import type { DesktopMachine } from "../platform/ports.ts";
import { hashText } from "./incremental-hash.ts";
import { createIndexFiles, type IndexFiles } from "./index-files.ts";
import { subfolder } from "./subfolder.ts";
import { migrateSyncStorage, wasSynced } from "./sync/sync-storage.ts";

/** The folder that holds one folder per account. */
export const ACCOUNTS_FOLDER = "accounts";
/** Digits of an account's folder name. */
const NAME_DIGITS = 40;

export interface Account {
  /** The folder's name. It is a hash, because an id can have characters that a path must not have. */
  readonly name: string;
  /** The folder of this account. */
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
 *
 * Older versions of the hybrid build, without accounts, kept the index files there too. `migrateOld`
 * moves them to the account that they belong to.
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

  /**
   * Migrates the index files of versions without accounts. The bytes stay in `files/`: an account finds
   * them by their names.
   * @param owner the person who was signed in when the app ended. With null the index files are deleted
   */
  const migrateOld = async (owner: Id | null): Promise<void> => {
    const old = createIndexFiles(machine);
    await old.recover();
    const files = new Set<string>(await folder.list(""));
    const there = ALL_INDEX_FILES.filter((file) => files.has(file));
    // Content of an unknown person is given to no account.
    const isOwned = owner !== null && wasSynced(machine.storage);
    const name = isOwned ? nameOf(owner) : null;
    for (const file of there) {
      if (name) await folder.move(file, `${ACCOUNTS_FOLDER}/${name}/${file}`);
      else await folder.remove(file);
    }
    migrateSyncStorage(machine.storage, name);
  };

  const byFolderName = (name: string): Account => ({
    name,
    folder: subfolder(folder, `${ACCOUNTS_FOLDER}/${name}`),
    index: indexOf(name),
    neededElsewhere: () => neededElsewhere(name),
  });

  return {
    migrateOld,

    /** Gives the account of a person. Call `index.recover` before reading anything. */
    forPerson: (person: Id): Account => byFolderName(nameOf(person)),

    /** Gives the account with that folder name. */
    byFolderName,
  };
};

export type Accounts = ReturnType<typeof createAccounts>;
