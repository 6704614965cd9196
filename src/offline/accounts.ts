import { ALL_INDEX_FILES, fileTree } from "../contract/local-content.ts";
import type { Id } from "../contract/wire.ts";
import { entriesOf } from "../domain/file-tree.ts";
import { PARTIAL_SUFFIX } from "../lib/replace-atomically.ts";
import type { DesktopMachine } from "../platform/ports.ts";
import { folderIn } from "./folder-in.ts";
import { createIndexFiles, type IndexFiles } from "./index-files.ts";
import { hashOfText } from "./piecewise-hash.ts";
import { moveSyncMemory, wasSynced } from "./sync/sync-memory.ts";

/** Where the accounts' own folders lie. */
export const ACCOUNTS = "accounts";
/** Digits of an account's folder name. */
const NAME_DIGITS = 40;

export interface Account {
  /** Its folder's name: a hash, since an id can have characters that a path must not have. */
  readonly name: string;
  /** Its folder. */
  readonly folder: DesktopMachine["folder"];
  readonly index: IndexFiles;
  /**
   * Names in `files/` that other accounts of this computer need.
   * @returns null where that cannot be told: then nothing may be deleted
   */
  neededElsewhere(): Promise<ReadonlySet<string> | null>;
}

/**
 * How several accounts share one computer. This is the layout of the hybrid app's folder:
 *
 *     accounts/HASH/    the index files of one account, in the contract's format: content.json,
 *                       faqs.json, glossary.json, instructions.json, filetree.json; and answers/
 *     files/            the bytes of all accounts, each file once
 *     state/            small values; what belongs to one account has the account in its key
 *
 * - An account reads its own index files and nothing else. Without an entry in its own tree it finds
 *   no file, so whoever signs in next cannot open the courses of the account before.
 * - A file's name in `files/` follows from its checksum and from digits of this computer, the same
 *   for all accounts. A file that another account has fetched is found by that name, and is not
 *   fetched again. What the tree of one account says of "present" says nothing about another's.
 * - A file is deleted only when no tree of any account calls it present. Where one of the trees
 *   cannot be read, nothing is deleted. Parts of a download stay for the account that began it.
 * - What the server names no more is compared with the account's own tree alone.
 *
 * The offline build imports content for everybody at the computer. Its index files lie beside
 * `files/`, as in the folder that a school exports.
 *
 * Before there were accounts, the index files lay there in this build as well. `adoptOld` gives them
 * to the account that they are known to belong to.
 */
export const createAccounts = (machine: DesktopMachine) => {
  const { folder } = machine;

  const nameOf = (person: Id): string => hashOfText(`account\n${person}`).slice(0, NAME_DIGITS);

  const indexOf = (name: string): IndexFiles =>
    createIndexFiles({ ...machine, folder: folderIn(folder, `${ACCOUNTS}/${name}`) });

  const neededElsewhere = async (own: string): Promise<ReadonlySet<string> | null> => {
    const names = await folder.folders(ACCOUNTS);
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
   * Takes over index files of the time before accounts. Their bytes stay where they are: whoever
   * needs them finds them by their names.
   * @param owner who was signed in when the app ended; null: nobody, so that they are nobody's
   */
  const adoptOld = async (owner: Id | null): Promise<void> => {
    const old = createIndexFiles(machine);
    await old.recover();
    const files = new Set<string>(await folder.list(""));
    const there = ALL_INDEX_FILES.filter((file) => files.has(file));
    // Content that was fetched for somebody else before is no account's.
    const isOwned = owner !== null && wasSynced(machine.storage);
    const name = isOwned ? nameOf(owner) : null;
    for (const file of there) {
      if (name) await folder.move(file, `${ACCOUNTS}/${name}/${file}`);
      else await folder.remove(file);
    }
    moveSyncMemory(machine.storage, name);
  };

  const named = (name: string): Account => ({
    name,
    folder: folderIn(folder, `${ACCOUNTS}/${name}`),
    index: indexOf(name),
    neededElsewhere: () => neededElsewhere(name),
  });

  return {
    adoptOld,

    /** The account of a person. Its `index.recover` is to be called before anything is read. */
    of: (person: Id): Account => named(nameOf(person)),

    /** The account with that folder. */
    named,
  };
};

export type Accounts = ReturnType<typeof createAccounts>;
