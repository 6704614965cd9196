import { createRoot } from "react-dom/client";
import { RawIntlProvider } from "react-intl";
import { proxy, subscribe, useSnapshot } from "valtio";
import { ClosedWindow } from "../../features/shell/closed-window.tsx";
import {
  closedMessages,
  contentDamagedAlert,
  damagedAlert,
  notSavedAlert,
  type WindowClosed,
} from "../../i18n/failure-messages/desktop.ts";
import { openDesktopMachine } from "../../platform/desktop/desktop-machine.ts";
import { createIndexFiles } from "../../services/index-files.ts";
import { createLicence } from "../../services/licence.ts";
import { createLocalContent } from "../../services/local-content.ts";
import { type App, createApp } from "../create-app.ts";
import { Inside } from "../inside.tsx";
import { loadMessages } from "../page-files.ts";
import { Root } from "../root.tsx";
import { createDesktopOutside } from "./desktop-outside.tsx";
import type { DesktopParts, DesktopWays } from "./desktop-parts.ts";

declare const FILE_SERVER: string;
declare const ORGANISATION: { id: number; name: string };
declare const SCHOOL_PUBLIC_KEY: string | null;

const page = document.documentElement;

/**
 * Starts the desktop app: opens the machine, takes up what lies there, and shows what the licence and
 * the session let a person see. Nothing here needs a network.
 * @param choose gives what the build is made of
 */
export const startDesktop = async (choose: (parts: DesktopParts) => DesktopWays): Promise<void> => {
  const machine = await openDesktopMachine();
  const index = createIndexFiles(machine);
  const content = createLocalContent({ machine, index });
  const licence = createLicence({
    machine,
    send: (call, options) => app.school.send(call, options),
    version: machine.version,
    publicKey: SCHOOL_PUBLIC_KEY,
    onLocked: () => app.session.logOut(),
  });
  const parts: DesktopParts = { machine, index, content, licence, app: () => app };
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
  const Outside = createDesktopOutside(parts, ways.login);
  const DesktopInside = () => <Inside app={app} tabs={machine.tabs} features={ways.features} />;

  const Window = () => {
    const { why } = useSnapshot(closed);
    const { intl } = useSnapshot(app.language.state);
    const { name } = useSnapshot(app.organisation.state);
    if (!why) return <Root app={app} Outside={Outside} Inside={DesktopInside} onReady={onReady} />;
    return (
      <RawIntlProvider value={intl as never}>
        <ClosedWindow
          {...closedMessages[why]}
          organisationName={name}
          onRetry={() => location.reload()}
        />
      </RawIntlProvider>
    );
  };
  const onReady = () => {
    page.dataset.ready = "";
  };

  // All of it lies on this machine: what is said later needs no waiting for.
  const languages = app.language.boot(app.language.preferred(navigator.languages));
  await Promise.all([languages, app.language.require("inside"), app.language.require("desktop")]);
  if (machine.instance.status === "taken") closed.why = "taken";
  else await takeUp(parts);
  machine.instance.onLost(() => {
    closed.why = "taken";
  });
  machine.onOffline(() => {
    closed.why = "gone";
  });
  machine.keepPageHabits({
    onNotSaved: (name) => app.alerts.show({ ...notSavedAlert, values: { name } }),
  });
  createRoot(document.getElementById("root") as HTMLElement).render(<Window />);
};

/** Takes up what was kept: content, licence, session. */
const takeUp = async ({ machine, index, content, licence, app: appOf }: DesktopParts) => {
  const app = appOf();
  await index.recover();
  await Promise.all([content.load(), licence.boot(), app.organisation.restore()]);
  app.network.boot();
  // Whoever activates the app is let in by it, or can sign in now.
  const letIn = () => {
    if (licence.state.status === "active" && !app.session.state.authenticated) app.session.boot();
  };
  letIn();
  subscribe(licence.state, letIn);
  if (machine.damaged.length > 0) app.alerts.show(damagedAlert);
  if (content.state.status === "damaged") app.alerts.show(contentDamagedAlert);
};
