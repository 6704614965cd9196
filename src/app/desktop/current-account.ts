import { personIdOf } from "../../app-context/person-id.ts";
import type { Id } from "../../contract/wire.ts";
import type { Accounts, OtherAccounts } from "../../offline/accounts.ts";
import type { Sync } from "../../offline/sync/create-sync.ts";
import {
  type HybridAccount,
  type HybridAccountOptions,
  openHybridAccount,
} from "./hybrid-account.ts";

export interface CurrentAccountOptions extends Omit<HybridAccountOptions, "account" | "after"> {
  accounts: Accounts;
  otherAccounts: OtherAccounts;
}

/**
 * The account of the signed-in person. Another person's account is opened once the last is closed.
 */
export const createCurrentAccount = ({
  accounts,
  otherAccounts,
  ...options
}: CurrentAccountOptions) => {
  const { core } = options;
  const { session } = core;
  let present: { readonly person: Id; readonly account: HybridAccount } | null = null;
  /** Must finish before an account may be opened. */
  let closing: Promise<void> = Promise.resolve();

  /** @returns null while nobody is signed in */
  const get = (): HybridAccount | null => {
    if (!session.state.authenticated) return null;
    const person = personIdOf(core);
    if (present?.person !== person) {
      otherAccounts.recordSignIn(person, session.state.user?.username ?? "");
      const account = openHybridAccount({
        ...options,
        account: accounts.forPerson(person),
        after: closing,
      });
      present = { person, account };
    }
    return present?.account ?? null;
  };

  return {
    get,

    /** @throws Error when nobody is signed in */
    sync(): Sync {
      const account = get();
      if (!account) throw new Error("Nobody is signed in.");
      return account.sync;
    },

    /** Loads the content of the signed-in person. */
    async load(): Promise<void> {
      core.onSessionEnd((why) => {
        const account = present?.account;
        present = null;
        if (account) closing = account.close(why);
      });
      await get()?.ready;
    },
  };
};
