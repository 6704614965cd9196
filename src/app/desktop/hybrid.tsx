import { subscribeKey } from "valtio/utils";
import { subscribe } from "valtio/vanilla";
import type { getDownloads } from "../../contract/downloads.ts";
import { createSession } from "../../core/session.ts";
import { Boot } from "../../features/shell/boot.tsx";
import { OfflineSign } from "../../features/shell/offline-sign.tsx";
import { createAccounts } from "../../offline/accounts.ts";
import { opensNoContentAlert } from "../../offline/failure-messages.ts";
import { createOtherAccounts } from "../../offline/other-accounts.ts";
import type { Sync } from "../../offline/sync/create-sync.ts";
import { createUpdates } from "../../offline/updates/create-updates.ts";
import { failedHere } from "../../platform/desktop/failed-here.ts";
import type { CallOptions, Send, SendForBytes, Transport } from "../../transport/transport.ts";
import { lazily } from "../../ui/lazily.tsx";
import type { BuildSettings } from "../build-settings.ts";
import type { App } from "../create-app.ts";
import { only } from "../create-inside.ts";
import type { Screen } from "../features.ts";
import { onlineFeatures } from "../online-features.ts";
import { DOWNLOADS } from "../paths.ts";
import { personOf } from "../person-of.ts";
import { part, plainPart } from "../screens/part.ts";
import type { ScreenProps } from "../screens/screen-props.ts";
import { screen } from "../screens/screens.ts";
import { About } from "./about.tsx";
import type { DesktopParts, DesktopWays } from "./desktop-parts.ts";
import { ABOUT, THIS_MACHINE } from "./desktop-paths.ts";
import { type HybridAccount, openHybridAccount } from "./hybrid-account.ts";
import { LicenceEnd } from "./licence-end.tsx";
import { LookUp } from "./look-up.tsx";
import type { ThisMachineProps } from "./this-machine.tsx";
import type { UpdateHereProps } from "./update-here.tsx";

declare const FILE_SERVER: string;
declare const BUILD: BuildSettings;
declare const SCHOOL_PUBLIC_KEY: string | null;

type Context = Pick<ScreenProps, "app" | "services">;

const loadThisMachine = plainPart<ThisMachineProps>(
  "this-machine",
  () => import(/* webpackChunkName: "this-machine" */ "./this-machine.tsx"),
);
const loadNotice = plainPart<{ app: App; sync: Sync; path: string }>("this-machine", async () => {
  const { SyncNotice } = await import(
    /* webpackChunkName: "this-machine" */ "../../features/this-machine/sync-notice.tsx"
  );
  return { default: SyncNotice };
});
const SyncNotice = lazily(loadNotice);

const UpdateNotice = lazily<UpdateHereProps>(
  plainPart<UpdateHereProps>(
    "this-machine",
    () => import(/* webpackChunkName: "this-machine" */ "./update-here.tsx"),
  ),
);

const thisMachine = (
  syncOf: (context: Context) => Sync,
  own: Pick<ThisMachineProps, "updates" | "machine" | "others">,
): Screen => {
  const View = lazily<ThisMachineProps>(loadThisMachine, Boot);
  return screen(async () => ({
    default: (props) => <View {...props} {...own} sync={syncOf(props)} />,
  }));
};

/** The web app's downloads, which say what is running here. */
const downloadsOf = (running: string): Screen =>
  screen<typeof getDownloads>(
    part("downloads", async () => {
      const { default: Downloads } = await import(
        /* webpackChunkName: "downloads" */ "../screens/downloads.tsx"
      );
      return { default: (props) => <Downloads {...props} running={running} /> };
    }),
    () => ({ path: "/downloads" }),
  );

/**
 * The hybrid build: one signs in, content lies on the disk and is kept the same as the school's, and
 * what is done without a network reaches the school later.
 */
export const hybrid = (parts: DesktopParts): DesktopWays => {
  const { machine, licence } = parts;
  const accounts = createAccounts(machine);
  const others = createOtherAccounts({ machine, accounts });
  let present: { readonly person: unknown; readonly account: HybridAccount } | null = null;
  /** What has to come to an end before an account may be opened. */
  let before: Promise<void> = Promise.resolve();

  const updates = createUpdates({
    machine,
    send: (call, options) => parts.app().transport.send(call, options),
    base: FILE_SERVER,
    headers: (): Record<string, string> => {
      const { token } = parts.app().session.state;
      const { activationId } = licence.state;
      if (token) return { authorization: `Bearer ${token}` };
      return activationId ? { "x-license": activationId } : {};
    },
    version: machine.version,
    installed: machine.installed,
    application: machine.application,
    publicKey: SCHOOL_PUBLIC_KEY,
    system: machine.system,
    asksFirst: () => (own()?.sync.state.askFirst ?? true) && machine.mayCost(),
    failedHere,
  });

  /** The account of whoever is signed in; null while nobody is. */
  const own = (): HybridAccount | null => {
    const app = parts.app();
    if (!app.session.state.authenticated) return null;
    const person = personOf(app);
    if (present?.person !== person) {
      others.note(person, app.session.state.user?.username ?? "");
      const { news } = updates;
      const account = openHybridAccount({
        parts,
        accounts,
        news,
        school: app.school,
        after: before,
      });
      present = { person, account };
    }
    return present?.account ?? null;
  };

  const ownSync = (): Sync => {
    const account = own();
    if (!account) throw new Error("Nobody is signed in.");
    return account.sync;
  };
  /** The same for as long as somebody's screens are drawn. */
  const syncOf = (context: Context): Sync => only(context, ownSync);

  /** Calls of whoever is signed in wait for their content; before that the school is asked. */
  const answer = (school: Transport): Transport => {
    const through = async (): Promise<Transport> => {
      const account = own();
      await account?.ready;
      return account?.school ?? school;
    };
    return {
      base: school.base,
      send: (async (call, options?: CallOptions<string, unknown, string>) =>
        (await through()).send(call as never, options as never)) as Send,
      sendForBytes: (async (call, options?: CallOptions<string, unknown, string>) =>
        (await through()).sendForBytes(call as never, options as never)) as SendForBytes,
      assetAddress: async (product, title) =>
        (await (await through()).assetAddress?.(product, title)) ?? null,
      ask: (address) => void through().then(({ ask }) => ask(address)),
    };
  };

  return {
    login: true,
    async takeUp(app) {
      const { authenticated } = app.session.state;
      before = accounts.adoptOld(authenticated ? personOf(app) : null);
      app.onSessionEnd((why) => {
        const account = present?.account;
        present = null;
        if (account) before = account.close(why);
      });
      await before;
      await own()?.ready;
    },
    options: {
      singleLogin: true,
      hasSessionId: false,
      optimistic: true,
      createSession(options) {
        const session = createSession(options);
        return {
          ...session,
          async check() {
            await licence.check();
            await session.check();
          },
        };
      },
      answer,
    },
    features: {
      ...onlineFeatures,
      screens: {
        ...onlineFeatures.screens,
        [DOWNLOADS]: downloadsOf(machine.version),
        [THIS_MACHINE]: thisMachine(syncOf, { updates, machine, others }),
      },
      entries: {
        progress: onlineFeatures.entries.progress,
        own: [
          // What the note says of it is for whoever has no app yet.
          ...onlineFeatures.entries.own.map(({ text, path }) => ({ text, path })),
          { text: "this-machine.title", path: THIS_MACHINE },
          { text: "about.title", path: ABOUT },
        ],
      },
      dialogs: { [ABOUT]: (onClose) => <About parts={parts} onClose={onClose} /> },
      sign: () => <OfflineSign network={parts.app().network} />,
      notice: (context) => (
        <>
          <LookUp {...context} lookUp={parts.lookUp} />
          <LicenceEnd parts={parts} />
          <SyncNotice app={context.app} sync={syncOf(context)} path={THIS_MACHINE} />
          <UpdateNotice {...context} updates={updates} machine={machine} />
        </>
      ),
      begin({ app, services }) {
        const account = own();
        if (!account) return () => undefined;
        const { sync } = account;
        account.inside = services;
        const stopOpening = machine.onOpen(() => app.alerts.show(opensNoContentAlert));
        const start = () => void sync.start();
        start();
        void updates.boot();
        // What is new in the app never stands in the way of what is new in the courses.
        const stopUpdates = subscribeKey(sync.state, "phase", (phase) => {
          if (phase === "done") updates.goOn();
          else updates.hold();
        });
        const stop = subscribeKey(app.language.state, "language", start);
        // What was shown without a network may be outdated.
        const stopLooking = subscribeKey(app.network.state, "online", (online) => {
          if (online) void services.refresh();
        });
        const stopWaiting = subscribe(sync.state, () => {
          if (sync.state.phase !== "done" || sync.state.failed > 0) return;
          stopWaiting();
          if (BUILD.fallbackSelection) void services.fallBack(BUILD.fallbackSelection);
        });
        return () => {
          stop();
          stopUpdates();
          updates.hold();
          stopLooking();
          stopWaiting();
          stopOpening();
          if (account.inside === services) account.inside = null;
          void sync.stop();
        };
      },
    },
  };
};
