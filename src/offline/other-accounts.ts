import * as v from "valibot";
import { fileTree } from "../contract/local-content.ts";
import { type Id, id } from "../contract/wire.ts";
import { deleteDrafts } from "../core/drafts.ts";
import { measurementsKey, SHARED_MEASUREMENTS } from "../core/measurements-key.ts";
import { createStored } from "../core/stored.ts";
import { entriesOf } from "../domain/file-tree.ts";
import type { DesktopMachine, Tabs } from "../platform/ports.ts";
import { ACCOUNTS_FOLDER, type Accounts } from "./accounts.ts";
import { clearSyncStorage } from "./sync/sync-storage.ts";

const FILES = "files";

/** The person an account's folder belongs to. The folder's name is only a hash. */
const owner = v.object({
  person: id,
  username: v.string(),
  /** When they last signed in, in milliseconds since 1970. */
  seen: v.number(),
});

/** An account with content or data on this computer that is not signed in. */
export interface OtherAccount {
  /** The name of its folder. */
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

export interface OtherAccountsOptions {
  machine: Pick<DesktopMachine, "folder" | "storage" | "now"> & { tabs: Tabs };
  accounts: Accounts;
}

/** Whether a storage key belongs to a person. */
const belongsTo = (person: Id, key: string): boolean => {
  const encoded = encodeURIComponent(person);
  const own = [`notes.${person}.v1`, `videos.v1.${person}`, measurementsKey(person)];
  const folders = [`place.v2/${encoded}`, `remembered.v1/${encoded}`, `queue.v1/${encoded}`];
  return own.includes(key) || folders.some((each) => key === each || key.startsWith(`${each}/`));
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
    const known = ownerOf(name).read();
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
      username: known?.username ?? null,
      seen: known?.seen ?? null,
      freed: [...sizes.values()].reduce((sum, size) => sum + size, 0),
      unsent: known ? unsentOf(known.person) : 0,
    };
  };

  const forget = (person: Id): void => {
    for (const key of tabs.keys()) if (belongsTo(person, key)) storage.remove(key);
    storage.remove(SHARED_MEASUREMENTS);
    deleteDrafts(storage, person);
  };

  return {
    /** Records a sign-in, so that the account has a name in the list. */
    recordSignIn(person: Id, username: string): void {
      ownerOf(accounts.forPerson(person).name).write({ person, username, seen: now() });
    },

    /** Lists all accounts except the one that is signed in, latest sign-in first. */
    async list(present: Id): Promise<OtherAccount[]> {
      const own = accounts.forPerson(present).name;
      const names = (await folder.folders(ACCOUNTS_FOLDER)) ?? [];
      const others = await Promise.all(names.filter((name) => name !== own).map(describe));
      return others.toSorted((one, other) => (other.seen ?? 0) - (one.seen ?? 0));
    },

    /**
     * Removes an account's content and data from this computer, including writes that have not reached
     * the school. Nothing else may use the files meanwhile.
     * @param name of its folder
     */
    async remove(name: string): Promise<void> {
      const known = ownerOf(name).read();
      await folder.remove(`${ACCOUNTS_FOLDER}/${name}`);
      if (known) forget(known.person);
      clearSyncStorage(storage, name);
      ownerOf(name).clear();
      // Deletes the files that no remaining account needs. If that is unknown, nothing is deleted.
      const needed = await accounts.byFolderName("").neededElsewhere();
      if (!needed) return;
      for (const file of await folder.list(FILES)) {
        if (!needed.has(file)) await folder.remove(`${FILES}/${file}`);
      }
    },
  };
};

export type OtherAccounts = ReturnType<typeof createOtherAccounts>;
