import type { BaseApp } from "../../app-context/app.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import type { Id } from "../../contract/wire.ts";
import type { Accounts } from "../../offline/accounts.ts";
import type { OtherAccounts } from "../../offline/other-accounts.ts";
import type { Sync } from "../../offline/sync/create-sync.ts";
import { type HybridAccount, openHybridAccount } from "./hybrid-account.ts";

export interface CurrentAccountOptions
  extends Omit<Parameters<typeof openHybridAccount>[0], "app" | "account" | "school" | "after"> {
  accounts: Accounts;
  otherAccounts: OtherAccounts;
  /** Gives the app, which is created after this. */
  app: () => BaseApp;
}

/**
 * The account of the signed-in person. Another person's account is opened once the last is closed.
 */
export const createCurrentAccount = ({
  accounts,
  otherAccounts,
  app,
  ...options
}: CurrentAccountOptions) => {
  let present: { readonly person: Id; readonly account: HybridAccount } | null = null;
  /** Must finish before an account may be opened. */
  let closing: Promise<void> = Promise.resolve();

  /** @returns null while nobody is signed in */
  const get = (): HybridAccount | null => {
    if (!app().session.state.authenticated) return null;
    const person = personIdOf(app());
    if (present?.person !== person) {
      otherAccounts.note(person, app().session.state.user?.username ?? "");
      const account = openHybridAccount({
        ...options,
        app: app(),
        account: accounts.of(person),
        school: app().school,
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

    /** Takes over what older versions have kept, and loads the content of whoever is signed in. */
    async load(): Promise<void> {
      const { authenticated } = app().session.state;
      closing = accounts.adoptOld(authenticated ? personIdOf(app()) : null);
      app().onSessionEnd((why) => {
        const account = present?.account;
        present = null;
        if (account) closing = account.close(why);
      });
      await closing;
      await get()?.ready;
    },
  };
};

export type CurrentAccount = ReturnType<typeof createCurrentAccount>;
