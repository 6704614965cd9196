import { subscribeKey } from "valtio/utils";
import { subscribe } from "valtio/vanilla";
import { Boot } from "../../features/shell/boot.tsx";
import { LANGUAGES } from "../../i18n/languages.ts";
import { failedHere } from "../../platform/desktop/failed-here.ts";
import { createHybridSchool, type HybridSchool } from "../../services/hybrid-school.ts";
import type { Queue } from "../../services/queue.ts";
import { createSession } from "../../services/session.ts";
import { createSync, type Sync } from "../../services/sync/create-sync.ts";
import { createUpdates } from "../../services/updates/create-updates.ts";
import { lazily } from "../../ui/lazily.tsx";
import type { BuildSettings } from "../build-settings.ts";
import type { App } from "../create-app.ts";
import type { Screen } from "../features.ts";
import { onlineFeatures } from "../online-features.ts";
import { DOWNLOADS } from "../paths.ts";
import { personOf } from "../person-of.ts";
import { part, plainPart } from "../screens/part.ts";
import { screen } from "../screens/screens.ts";
import { About } from "./about.tsx";
import type { DesktopParts, DesktopWays } from "./desktop-parts.ts";
import { ABOUT, THIS_MACHINE } from "./desktop-paths.ts";
import { LicenceEnd } from "./licence-end.tsx";
import { LookUp } from "./look-up.tsx";
import type { ThisMachineProps } from "./this-machine.tsx";
import type { UpdateHereProps } from "./update-here.tsx";

declare const FILE_SERVER: string;
declare const BUILD: BuildSettings;
declare const SCHOOL_PUBLIC_KEY: string | null;

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

const thisMachine = (own: Pick<ThisMachineProps, "sync" | "updates" | "machine">): Screen => {
  const View = lazily<ThisMachineProps>(loadThisMachine, Boot);
  return screen(async () => ({ default: (props) => <View {...props} {...own} /> }));
};

/** The web app's downloads, which say what is running here. */
const downloadsOf = (running: string): Screen =>
  screen(
    part("downloads", async () => {
      const { default: Downloads } = await import(
        /* webpackChunkName: "downloads" */ "../screens/downloads.tsx"
      );
      return { default: (props) => <Downloads {...props} running={running} /> };
    }),
    () => [DOWNLOADS],
  );

/** Languages in which somebody studies: their files are wanted here. */
const wantedLanguages = (app: App): readonly string[] => {
  const { user } = app.session.state;
  const own = new Set<string>([app.language.state.language, "en", ...(user?.languages ?? [])]);
  return LANGUAGES.filter((language) => own.has(language));
};

/**
 * The hybrid build: one signs in, content lies on the disk and is kept the same as the school's, and
 * what is done without a network reaches the school later.
 */
export const hybrid = (parts: DesktopParts): DesktopWays => {
  const { machine, index, content, licence } = parts;
  /** Of whoever is in. */
  let queue: Queue | null = null;
  let kept: HybridSchool | null = null;
  let renew: () => Promise<void> = async () => undefined;

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
    asksFirst: () => sync.state.askFirst && machine.mayCost(),
    failedHere,
  });

  const sync = createSync({
    machine,
    send: (call, options) => parts.app().school.send(call, options),
    base: FILE_SERVER,
    token: () => parts.app().session.state.token,
    license: () => licence.state.activationId,
    languages: () => wantedLanguages(parts.app()),
    index,
    news: updates.news,
    metered: machine.mayCost,
    parallel: BUILD.content.parallelFilesDownload,
    onContent: () => void content.load().then(() => renew()),
    onFiles: () => content.takeTree(sync.tree()),
  });

  return {
    login: true,
    options: {
      singleLogin: true,
      hasSessionId: false,
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
      answer: (school, session) => {
        kept = createHybridSchool({
          content,
          school,
          storage: machine.storage,
          now: machine.now,
          personId: () => (session().state.authenticated ? personOf(parts.app()) : null),
          level: () => session().state.level,
          language: () => parts.app().language.state.language,
          queued: () => queue?.writes() ?? [],
        });
        return kept;
      },
    },
    features: {
      ...onlineFeatures,
      screens: {
        ...onlineFeatures.screens,
        [DOWNLOADS]: downloadsOf(machine.version),
        [THIS_MACHINE]: thisMachine({ sync, updates, machine }),
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
      notice: (props) => (
        <>
          <LookUp {...props} lookUp={parts.lookUp} />
          <LicenceEnd parts={parts} />
          <SyncNotice app={props.app} sync={sync} path={THIS_MACHINE} />
          <UpdateNotice
            app={props.app}
            services={props.services}
            updates={updates}
            machine={machine}
          />
        </>
      ),
      begin({ app, services }) {
        queue = services.queue;
        renew = services.renew;
        const person = personOf(app);
        // The next person may study other courses, and has answers of their own.
        const stopListening = app.onSessionEnd((why) => {
          sync.forget();
          if (why === "logged-out") kept?.forget(person);
        });
        const start = () => void sync.start();
        start();
        void updates.boot();
        // What is new in the app never stands in the way of what is new in the courses.
        const stopUpdates = subscribeKey(sync.state, "phase", (phase) => {
          if (phase === "done") updates.goOn();
          else updates.hold();
        });
        const stop = subscribeKey(app.language.state, "language", start);
        const stopWaiting = subscribe(sync.state, () => {
          if (sync.state.phase !== "done" || sync.state.failed > 0) return;
          stopWaiting();
          if (BUILD.fallbackSelection) void services.fallBack(BUILD.fallbackSelection);
        });
        return () => {
          stop();
          stopUpdates();
          updates.hold();
          stopWaiting();
          stopListening();
          queue = null;
          void sync.stop();
        };
      },
    },
  };
};
