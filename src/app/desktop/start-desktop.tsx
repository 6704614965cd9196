import { createRoot } from "react-dom/client";
import { RawIntlProvider } from "react-intl";
import { proxy, subscribe } from "valtio";
import type { OrganisationService } from "../../core/organisation.ts";
import { directionOf } from "../../domain/languages.ts";
import { ClosedWindow } from "../../features/shell/closed-window.tsx";
import { showAccent } from "../../features/shell/show-accent.ts";
import { createIntl } from "../../i18n/create-intl.ts";
import { firstLanguage } from "../../i18n/languages.ts";
import { desktopMessages } from "../../i18n/messages/desktop.ts";
import { insideMessages } from "../../i18n/messages/inside.ts";
import {
  closedMessages,
  damagedAlert,
  saveFailedAlert,
  type WindowClosed,
} from "../../offline/failure-messages.ts";
import { versionStarts } from "../../offline/updates/stored-versions.ts";
import { showWindow } from "../../platform/desktop/app-window.ts";
import { openDesktopMachine } from "../../platform/desktop/desktop-machine.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import { createWebMachine } from "../../platform/web/web-machine.ts";
import type { DesktopBuild } from "./desktop-build.ts";
import { DesktopWindow } from "./desktop-window.tsx";

declare const FILE_SERVER: string;
declare const ORGANISATION: { id: number; name: string };

const page = document.documentElement;

/** Restores licence, session and content from this machine. */
const restore = async ({ app, desktop, loadContent }: DesktopBuild): Promise<void> => {
  const { machine, licence } = desktop;
  await Promise.all([licence.boot(), app.organisation.restore()]);
  // The desktop app's page has no script that does it earlier.
  showAccent(app);
  app.network.boot();
  // Once the app is activated, people are signed in by it, or can sign in.
  const bootSession = () => {
    if (licence.state.status === "active" && !app.session.state.authenticated) app.session.boot();
  };
  bootSession();
  subscribe(licence.state, bootSession);
  if (machine.damaged.length > 0) app.alerts.show(damagedAlert);
  await loadContent();
};

/**
 * The mark "started": from here on this version counts as one that works, and `boot.ts` starts it
 * again. Without it the version before is put back.
 */
const markStarted = ({ version, installed, removeFromAnyWindow }: OpenedDesktop): void => {
  page.dataset.started = "";
  if (version !== installed.version) void removeFromAnyWindow(versionStarts(version));
};

/** Gives the window the title of the school, which comes with its content or from the school. */
const followTitle = (
  { state }: OrganisationService,
  { setTitle }: OpenedDesktop["window"],
): void => {
  let shown = "";
  const follow = () => {
    const title = state.organisation?.title || state.name;
    if (title !== shown) setTitle(title);
    shown = title;
  };
  subscribe(state, follow);
  follow();
};

const root = () => document.getElementById("root") as HTMLElement;

/**
 * Without access to the machine the app cannot run: the window says so, and offers to try again.
 */
const showNotStarted = async (): Promise<void> => {
  const language = firstLanguage(navigator.languages);
  const intl = createIntl(language, (await desktopMessages(language)).default);
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
 * Starts the desktop app: opens the machine, restores its data, and shows the screens that the licence
 * and the session allow. Nothing here needs a network.
 * @param compose puts the build together
 */
export const startDesktop = (compose: (machine: OpenedDesktop) => DesktopBuild): Promise<void> =>
  start(compose).catch(async (error) => {
    await showNotStarted();
    throw error;
  });

const start = async (compose: (machine: OpenedDesktop) => DesktopBuild): Promise<void> => {
  const machine = await openDesktopMachine(createWebMachine());
  const build = compose(machine);
  const { app } = build;
  const closed = proxy({ why: null as WindowClosed | null });

  // All chunks are on this machine, so loading them now avoids waiting later.
  const inLanguage = app.language.boot(app.language.preferred(navigator.languages));
  const [{ createZoom }] = await Promise.all([
    import(/* webpackChunkName: "desktop" */ "../../features/window/zoom.ts"),
    inLanguage,
    app.language.require(insideMessages),
    app.language.require(desktopMessages),
  ]);
  const zoom = createZoom(machine.storage);
  zoom.start();
  if (machine.instance.status === "taken") {
    closed.why = "taken";
    // A folder in use by another window is not a fault of this version.
    markStarted(machine);
  } else await restore(build);
  followTitle(app.organisation, machine.window);
  machine.instance.onLost(() => {
    closed.why = "taken";
  });
  machine.onOffline(() => {
    closed.why = "gone";
  });
  machine.installLinkHandlers({
    onNotSaved: (name) => app.alerts.show({ ...saveFailedAlert, values: { name } }),
  });
  createRoot(root()).render(
    <DesktopWindow
      build={build}
      closed={closed}
      zoom={zoom}
      onReady={() => {
        page.dataset.ready = "";
        markStarted(machine);
      }}
    />,
  );
};
