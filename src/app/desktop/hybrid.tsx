import { subscribeKey } from "valtio/utils";
import { subscribe } from "valtio/vanilla";
import { Boot } from "../../features/shell/boot.tsx";
import { LANGUAGES } from "../../i18n/languages.ts";
import { createHybridSchool, type HybridSchool } from "../../services/hybrid-school.ts";
import type { Queue } from "../../services/queue.ts";
import { createSession } from "../../services/session.ts";
import { createSync, type Sync } from "../../services/sync/create-sync.ts";
import { lazily } from "../../ui/lazily.tsx";
import type { BuildSettings } from "../build-settings.ts";
import type { App } from "../create-app.ts";
import type { Screen } from "../features.ts";
import { onlineFeatures } from "../online-features.ts";
import { personOf } from "../person-of.ts";
import { plainPart } from "../screens/part.ts";
import { screen } from "../screens/screens.ts";
import { About } from "./about.tsx";
import type { DesktopParts, DesktopWays } from "./desktop-parts.ts";
import { ABOUT, THIS_MACHINE } from "./desktop-paths.ts";
import { LicenceEnd } from "./licence-end.tsx";
import type { ThisMachineProps } from "./this-machine.tsx";

declare const FILE_SERVER: string;
declare const BUILD: BuildSettings;

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

const thisMachine = (sync: Sync): Screen => {
  const View = lazily<ThisMachineProps>(loadThisMachine, Boot);
  return screen(async () => ({ default: (props) => <View {...props} sync={sync} /> }));
};

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

  const sync = createSync({
    machine,
    send: (call, options) => parts.app().school.send(call, options),
    base: FILE_SERVER,
    token: () => parts.app().session.state.token,
    license: () => licence.state.activationId,
    languages: () => wantedLanguages(parts.app()),
    index,
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
      screens: { ...onlineFeatures.screens, [THIS_MACHINE]: thisMachine(sync) },
      entries: {
        progress: onlineFeatures.entries.progress,
        own: [
          ...onlineFeatures.entries.own.filter(({ path }) => path !== "/downloads"),
          { text: "this-machine.title", path: THIS_MACHINE },
          { text: "about.title", path: ABOUT },
        ],
      },
      dialogs: { [ABOUT]: (onClose) => <About parts={parts} onClose={onClose} /> },
      notice: ({ app }) => (
        <>
          <LicenceEnd parts={parts} />
          <SyncNotice app={app} sync={sync} path={THIS_MACHINE} />
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
        const stop = subscribeKey(app.language.state, "language", start);
        const stopWaiting = subscribe(sync.state, () => {
          if (sync.state.phase !== "done" || sync.state.failed > 0) return;
          stopWaiting();
          if (BUILD.fallbackSelection) void services.fallBack(BUILD.fallbackSelection);
        });
        return () => {
          stop();
          stopWaiting();
          stopListening();
          queue = null;
          void sync.stop();
        };
      },
    },
  };
};
