import { personIdOf } from "../../app-context/person-id.ts";
import type { Id } from "../../contract/wire.ts";
import type { Queue } from "../../core/queue.ts";
import type { SessionEnd } from "../../core/session.ts";
import { LANGUAGES } from "../../domain/languages.ts";
import type { Account, Accounts, OtherAccounts } from "../../offline/accounts.ts";
import { contentDamagedAlert } from "../../offline/failure-messages.ts";
import { createHybridSchool, type HybridSchool } from "../../offline/hybrid-school.ts";
import type { Licence } from "../../offline/licence/licence.ts";
import { createLocalContent } from "../../offline/local-content.ts";
import { createBlobStore } from "../../offline/local-school/attachment-cache.ts";
import { createSync, type Sync } from "../../offline/sync/create-sync.ts";
import type { NewsListener } from "../../offline/sync/fetch-content.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import { HYBRID } from "../builds.ts";
import type { CoreServices } from "../create-base-app.ts";

declare const FILE_SERVER: string;
declare const ORGANISATION: { id: number; name: string };

/** The services and content of the person signed in at this computer. */
export interface HybridAccount {
  /** Resolves when the content on this computer has been loaded. */
  readonly ready: Promise<void>;
  readonly school: HybridSchool;
  readonly sync: Sync;
  /** The services of the signed-in person while their screens are shown. */
  signedIn: { readonly queue: Queue; reloadContent(): Promise<void> } | null;
  /** Stops the sync and the answers of this account. */
  close(why: SessionEnd): Promise<void>;
}

/** The languages whose files are synced to this computer. */
const wantedLanguages = ({ session, language }: CoreServices): readonly string[] => {
  const { user } = session.state;
  const own = new Set<string>([...language.state.intl.reads, "en", ...(user?.languages ?? [])]);
  return LANGUAGES.filter((language) => own.has(language));
};

interface HybridAccountOptions {
  core: CoreServices;
  machine: OpenedDesktop;
  licence: Licence;
  account: Account;
  /** Called with new versions of the app. */
  news: NewsListener;
  /** Must finish first: another account's sync. */
  after: Promise<void>;
}

/** Opens the account of the signed-in person. */
const openHybridAccount = (options: HybridAccountOptions): HybridAccount => {
  const { core, machine, licence, account, news, after } = options;
  const { session, language, school } = core;
  const { index } = account;
  const content = createLocalContent({ machine, index });

  const load = async (): Promise<void> => {
    await after;
    await index.recover();
    await content.load();
    if (content.state.status === "damaged") core.alerts.show(contentDamagedAlert);
  };
  const ready = load();

  const own = createHybridSchool({
    content,
    school,
    storage: machine.storage,
    files: createBlobStore({ ...machine, folder: account.folder }),
    now: machine.now,
    personId: personIdOf(core),
    organisationId: () => session.state.user?.org_id ?? ORGANISATION.id,
    level: () => session.state.level,
    language: () => language.state.language,
    queued: () => opened.signedIn?.queue.writes() ?? [],
  });
  const sync = createSync({
    machine,
    send: school.send,
    base: FILE_SERVER,
    token: () => session.state.token,
    license: () => licence.state.activationId,
    languages: () => wantedLanguages(core),
    account,
    ready,
    news,
    fetchPersonalData: own.fetchPersonalData,
    metered: machine.isMetered,
    parallel: HYBRID.content.parallelFilesDownload,
    onContent: () => void content.load().then(() => opened.signedIn?.reloadContent()),
    onFiles: () => content.setTree(sync.tree()),
  });

  const opened: HybridAccount = {
    ready,
    school: own,
    sync,
    signedIn: null,
    async close(why) {
      own.close();
      opened.signedIn = null;
      await ready;
      await sync.stop();
      if (why === "logged-out") await own.forget();
    },
  };
  return opened;
};

interface CurrentAccountOptions extends Omit<HybridAccountOptions, "account" | "after"> {
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
