import * as v from "valibot";
import { fileTree } from "../contract/local-content.ts";
import { type Id, id } from "../contract/wire.ts";
import { forgetDrafts } from "../core/drafts.ts";
import { createStored } from "../core/stored.ts";
import { entriesOf } from "../domain/file-tree.ts";
import type { DesktopMachine, Tabs } from "../platform/ports.ts";
import { ACCOUNTS, type Accounts } from "./accounts.ts";
import { forgetSyncMemory } from "./sync/sync-memory.ts";

const FILES = "files";

/** Whose an account's folder is. Its name is a hash, which tells nobody. */
const owner = v.object({
  person: id,
  username: v.string(),
  /** When they signed in last, in milliseconds since 1970. */
  seen: v.number(),
});

/** An account that has content or data on this computer, and is not signed in. */
export interface OtherAccount {
  /** Its folder's name. */
  readonly name: string;
  /** Null where it has not signed in since the app takes note of that. */
  readonly username: string | null;
  /** When it signed in last, in milliseconds since 1970. */
  readonly seen: number | null;
  /** Bytes of files that no other account needs. */
  readonly freed: number;
  /** What was studied, and has not reached the school. */
  readonly unsent: number;
}

export interface OtherAccountsOptions {
  machine: Pick<DesktopMachine, "folder" | "storage" | "now"> & { tabs: Tabs };
  accounts: Accounts;
}

/** Whether a key of the storage holds what belongs to a person. */
const belongsTo = (person: Id, key: string): boolean => {
  const encoded = encodeURIComponent(person);
  const own = [`notes.${person}.v1`, `videos.v1.${person}`];
  const folders = [`place.v2/${encoded}`, `remembered.v1/${encoded}`, `queue.v1/${encoded}`];
  return own.includes(key) || folders.some((each) => key === each || key.startsWith(`${each}/`));
};

/** The accounts that have used this computer, so that what they left behind can be removed. */
export const createOtherAccounts = ({ machine, accounts }: OtherAccountsOptions) => {
  const { folder, storage, tabs, now } = machine;
  const ownerOf = (name: string) => createStored(storage, `account.v1/${name}`, owner);

  const unsentOf = (person: Id): number => {
    const prefix = `queue.v1/${encodeURIComponent(person)}/`;
    return tabs.keys().filter((key) => key.startsWith(prefix)).length;
  };

  const describe = async (name: string): Promise<OtherAccount> => {
    const known = ownerOf(name).read();
    const { index, neededElsewhere } = accounts.named(name);
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
    forgetDrafts(storage, person);
    const measured = createStored(storage, "measurements.v1", v.object({ personId: id }));
    if (measured.read()?.personId === person) measured.clear();
  };

  return {
    /** Takes note of who has signed in. */
    note(person: Id, username: string): void {
      ownerOf(accounts.of(person).name).write({ person, username, seen: now() });
    },

    /** All but the one that is signed in, the last to sign in first. */
    async list(present: Id): Promise<OtherAccount[]> {
      const own = accounts.of(present).name;
      const names = (await folder.folders(ACCOUNTS)) ?? [];
      const others = await Promise.all(names.filter((name) => name !== own).map(describe));
      return others.toSorted((one, other) => (other.seen ?? 0) - (one.seen ?? 0));
    },

    /**
     * Removes an account's content and data from this computer: also what has not reached the school.
     * Nothing else may touch the files meanwhile.
     * @param name its folder's name
     */
    async remove(name: string): Promise<void> {
      const known = ownerOf(name).read();
      await folder.remove(`${ACCOUNTS}/${name}`);
      if (known) forget(known.person);
      forgetSyncMemory(storage, name);
      ownerOf(name).clear();
      // What none of those who are left needs: where that cannot be told, all of it stays.
      const needed = await accounts.named("").neededElsewhere();
      if (!needed) return;
      for (const file of await folder.list(FILES)) {
        if (!needed.has(file)) await folder.remove(`${FILES}/${file}`);
      }
    },
  };
};

export type OtherAccounts = ReturnType<typeof createOtherAccounts>;
