import type { BaseApp } from "../../app-context/app.ts";
import type { BuildSettings } from "../../app-context/build-settings.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import type { Queue } from "../../core/queue.ts";
import type { SessionEnd } from "../../core/session.ts";
import { LANGUAGES } from "../../domain/languages.ts";
import type { Account } from "../../offline/accounts.ts";
import { contentDamagedAlert } from "../../offline/failure-messages.ts";
import { createHybridSchool, type HybridSchool } from "../../offline/hybrid-school.ts";
import type { Licence } from "../../offline/licence/licence.ts";
import { createLocalContent } from "../../offline/local-content.ts";
import { createKeptFiles } from "../../offline/local-school/kept-files.ts";
import { createSync, type Sync } from "../../offline/sync/create-sync.ts";
import type { NewsTaker } from "../../offline/sync/fetch-content.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import type { Transport } from "../../transport/transport.ts";

declare const FILE_SERVER: string;
declare const BUILD: BuildSettings;

/** The services and content of the person signed in at this computer. */
export interface HybridAccount {
  /** Resolves when the content on this computer has been loaded. */
  readonly ready: Promise<void>;
  readonly school: HybridSchool;
  readonly sync: Sync;
  /** The services of whoever is signed in, while their screens are drawn. */
  signedIn: { readonly queue: Queue; renew(): Promise<void> } | null;
  /** Ends the sync and gives no more answers. */
  close(why: SessionEnd): Promise<void>;
}

/** The languages whose files are synced to this computer. */
const wantedLanguages = (app: BaseApp): readonly string[] => {
  const { user } = app.session.state;
  const own = new Set<string>([app.language.state.language, "en", ...(user?.languages ?? [])]);
  return LANGUAGES.filter((language) => own.has(language));
};

export interface HybridAccountOptions {
  app: BaseApp;
  machine: OpenedDesktop;
  licence: Licence;
  account: Account;
  /** Called with new versions of the app. */
  news: NewsTaker;
  /** Answers calls that this computer cannot answer. */
  school: Transport;
  /** Must finish first: another account's sync. */
  after: Promise<void>;
}

/** Opens the account of the signed-in person. */
export const openHybridAccount = (options: HybridAccountOptions): HybridAccount => {
  const { app, machine, licence, account, news, school, after } = options;
  const { index } = account;
  const content = createLocalContent({ machine, index });

  const takeUp = async (): Promise<void> => {
    await after;
    await index.recover();
    await content.load();
    if (content.state.status === "damaged") app.alerts.show(contentDamagedAlert);
  };
  const ready = takeUp();

  const own = createHybridSchool({
    content,
    school,
    storage: machine.storage,
    files: createKeptFiles({ ...machine, folder: account.folder }),
    now: machine.now,
    personId: personIdOf(app),
    organisationId: () => app.session.state.user?.org_id ?? app.organisation.defaultId,
    level: () => app.session.state.level,
    language: () => app.language.state.language,
    queued: () => opened.signedIn?.queue.writes() ?? [],
  });
  const sync = createSync({
    machine,
    send: app.school.send,
    base: FILE_SERVER,
    token: () => app.session.state.token,
    license: () => licence.state.activationId,
    languages: () => wantedLanguages(app),
    account,
    ready,
    news,
    fetchOwn: own.fetchOwn,
    metered: machine.mayCost,
    parallel: BUILD.content.parallelFilesDownload,
    onContent: () => void content.load().then(() => opened.signedIn?.renew()),
    onFiles: () => content.takeTree(sync.tree()),
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
