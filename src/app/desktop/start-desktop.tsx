import { createRoot } from "react-dom/client";
import { RawIntlProvider } from "react-intl";
import { proxy, subscribe } from "valtio";
import { ClosedWindow } from "../../features/shell/closed-window.tsx";
import { createIntl } from "../../i18n/create-intl.ts";
import { directionOf, firstLanguage } from "../../i18n/languages.ts";
import {
  closedMessages,
  damagedAlert,
  notSavedAlert,
  type WindowClosed,
} from "../../offline/failure-messages.ts";
import { createLicence } from "../../offline/licence/licence.ts";
import { startsOf } from "../../offline/updates/kept-versions.ts";
import { showWindow } from "../../platform/desktop/app-window.ts";
import { type OpenedDesktop, openDesktopMachine } from "../../platform/desktop/desktop-machine.ts";
import { createWebMachine } from "../../platform/web/web-machine.ts";
import { type App, createApp } from "../create-app.ts";
import { loadMessages, loadStyle } from "../page-files.ts";
import type { DesktopParts, DesktopWays } from "./desktop-parts.ts";
import { DesktopWindow } from "./desktop-window.tsx";

declare const FILE_SERVER: string;
declare const ORGANISATION: { id: number; name: string };
declare const SCHOOL_PUBLIC_KEY: string | null;

const page = document.documentElement;

/** Takes up what was kept on this machine: licence, session, content. */
const takeUp = async (app: App, { machine, licence }: DesktopParts, ways: DesktopWays) => {
  await Promise.all([licence.boot(), app.organisation.restore()]);
  app.network.boot();
  // Whoever has activated the app is let in by it, or can sign in now.
  const letIn = () => {
    if (licence.state.status === "active" && !app.session.state.authenticated) app.session.boot();
  };
  letIn();
  subscribe(licence.state, letIn);
  if (machine.damaged.length > 0) app.alerts.show(damagedAlert);
  await ways.takeUp(app);
};

/**
 * The mark "started": from here on this version counts as one that works, and `boot.ts` starts it
 * again. Without it the version before is put back.
 */
const markStarted = ({ version, installed, removeFromAnyWindow }: OpenedDesktop): void => {
  page.dataset.started = "";
  if (version !== installed.version) void removeFromAnyWindow(startsOf(version));
};

const root = () => document.getElementById("root") as HTMLElement;

/** Without the machine there is nothing to go on with: the window says so, and offers a new start. */
const showNotStarted = async (): Promise<void> => {
  const language = firstLanguage(navigator.languages);
  const intl = createIntl(language, await loadMessages("desktop", language));
  page.lang = language;
  page.dir = directionOf(language);
  createRoot(root()).render(
    <RawIntlProvider value={intl as never}>
      <ClosedWindow
        {...closedMessages.gone}
        organisationName={ORGANISATION.name}
        onRetry={() => location.reload()}
      />
    </RawIntlProvider>,
  );
  await showWindow();
};

/**
 * Starts the desktop app: opens the machine, takes up what lies there, and shows what the licence and
 * the session let a person see. Nothing here needs a network.
 * @param choose gives what the build is made of
 */
export const startDesktop = (choose: (parts: DesktopParts) => DesktopWays): Promise<void> =>
  start(choose).catch(async (error) => {
    await showNotStarted();
    throw error;
  });

const start = async (choose: (parts: DesktopParts) => DesktopWays): Promise<void> => {
  const machine = await openDesktopMachine(createWebMachine());
  const licence = createLicence({
    machine,
    send: (call, options) => app.school.send(call, options),
    version: machine.version,
    publicKey: SCHOOL_PUBLIC_KEY,
    onLocked: () => app.session.logOut(),
  });
  const parts: DesktopParts = { machine, licence, lookUp: proxy({ open: null }), app: () => app };
  const ways = choose(parts);
  const app: App = createApp({
    machine,
    fileServer: FILE_SERVER,
    loadMessages,
    onLanguage(language, direction) {
      page.lang = language;
      page.dir = direction;
    },
    organisation: ORGANISATION,
    ...ways.options,
  });
  const closed = proxy({ why: null as WindowClosed | null });

  // All of it lies on this machine: what is said later needs no waiting for.
  const inLanguage = app.language.boot(app.language.preferred(navigator.languages));
  const [{ createZoom }] = await Promise.all([
    import(/* webpackChunkName: "desktop" */ "../../features/window/zoom.ts"),
    inLanguage,
    app.language.require("inside"),
    app.language.require("desktop"),
    loadStyle("inside"),
  ]);
  const zoom = createZoom(machine.storage);
  zoom.start();
  if (machine.instance.status === "taken") {
    closed.why = "taken";
    // That another window has the folder says nothing against this version.
    markStarted(machine);
  } else await takeUp(app, parts, ways);
  machine.instance.onLost(() => {
    closed.why = "taken";
  });
  machine.onOffline(() => {
    closed.why = "gone";
  });
  machine.keepPageHabits({
    school: FILE_SERVER,
    onNotSaved: (name) => app.alerts.show({ ...notSavedAlert, values: { name } }),
  });
  createRoot(root()).render(
    <DesktopWindow
      app={app}
      parts={parts}
      ways={ways}
      closed={closed}
      zoom={zoom}
      onReady={() => {
        page.dataset.ready = "";
        markStarted(machine);
      }}
    />,
  );
};
