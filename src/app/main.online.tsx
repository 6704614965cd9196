import { createRoot as createReactRoot, hydrateRoot } from "react-dom/client";
import "../ui/base.css";
import { appMissingAlert } from "../core/failure-messages/connection.ts";
import { Boot } from "../features/shell/boot.tsx";
import { never } from "../lib/never.ts";
import { createWebMachine } from "../platform/web/web-machine.ts";
import { lazily } from "../ui/lazily.tsx";
import { createApp } from "./create-app.ts";
import { Outside } from "./outside.tsx";
import { loadMessages, loadStyle } from "./page-files.ts";
import { Root } from "./root.tsx";

declare const FILE_SERVER: string;
declare const ORGANISATION: { id: number; name: string };

const page = document.documentElement;

const app = createApp({
  machine: createWebMachine(),
  fileServer: FILE_SERVER,
  loadMessages,
  onLanguage(language, direction) {
    page.lang = language;
    page.dir = direction;
  },
  organisation: ORGANISATION,
  singleLogin: true,
});

const fetchInside = async () => {
  const [module] = await Promise.all([
    import(/* webpackChunkName: "inside" */ "./online-inside.tsx"),
    app.language.require("inside"),
    loadStyle("inside"),
  ]);
  return module;
};

/** When there is a network again, or a moment has passed. */
const whenWorthATry = () =>
  new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, 3000);
  });

const loadInside = async () => {
  try {
    return await fetchInside();
  } catch {
    // A browser remembers that a module failed; only a new page asks for it again.
    app.alerts.show(appMissingAlert);
    await whenWorthATry();
    location.reload();
    // Nothing is shown of the failure in the moment until the page is another.
    return never;
  }
};

const onReady = () => {
  page.dataset.ready = "";
  // Enter was pressed before there was anybody to hear it.
  if (page.dataset.submitted) document.querySelector("form")?.requestSubmit();
  // What comes after signing in is fetched while the form is being filled in, and not before.
  const fetchAhead = () => void fetchInside().catch(() => undefined);
  if (document.activeElement !== document.body) fetchAhead();
  else addEventListener("focusin", fetchAhead, { once: true });
  void app.organisation.restore();
  if (!app.session.state.authenticated) void app.organisation.load(null);
};

/** The messages are a file of their own, and the line may drop before it has come. */
const bootLanguage = async (): Promise<void> => {
  try {
    await app.language.boot(page.lang);
  } catch {
    await whenWorthATry();
    return bootLanguage();
  }
};

const start = async () => {
  app.network.boot();
  app.session.boot();
  await bootLanguage();
  const container = document.getElementById("root") as HTMLElement;
  const root = (
    <Root app={app} Outside={Outside} Inside={lazily(loadInside, Boot)} onReady={onReady} />
  );
  // For a kept session the form is not painted, even for one that turns out to be worth nothing.
  const painted = container.hasChildNodes() && !app.session.state.authenticated;
  if (!painted) createReactRoot(container).render(root);
  else hydrateRoot(container, root);
};

void start();
