import "../ui/base.css";
import { createRoot as createReactRoot, hydrateRoot } from "react-dom/client";
import { LoadingScreen } from "../app-context/loading-screen.tsx";
import type { getCourses } from "../contract/account.ts";
import type { getProducts } from "../contract/content.ts";
import type { getProgress } from "../contract/progress.ts";
import { appMissingAlert } from "../core/failure-alerts.ts";
import { never } from "../lib/never.ts";
import { createWebMachine } from "../platform/web/web-machine.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { ONLINE } from "./builds.ts";
import { createBaseApp, createConnection, createCoreServices } from "./create-base-app.ts";
import { keepTranslatedTexts } from "./keep-translated-texts.ts";
import { Root } from "./root.tsx";
import { SignedOut } from "./signed-out.tsx";

declare const FILE_SERVER: string;
declare const ORGANISATION: { id: number; name: string };

const page = document.documentElement;

const core = createCoreServices({
  connection: createConnection({ machine: createWebMachine(), fileServer: FILE_SERVER }),
  onLanguage(language, direction) {
    page.lang = language;
    page.dir = direction;
  },
  singleLogin: ONLINE.auth.singleLogin,
});
const app = createBaseApp(core, {
  organisation: ORGANISATION,
  closesExpiredCourses: ONLINE.closesExpiredCourses,
});

/** Of the bundler: fetches a chunk, whose code runs once it is imported. */
declare const __webpack_chunk_load__: (name: string) => Promise<unknown>;

const fetchSignedIn = async () => {
  const { prepareSignedIn } = await import(
    /* webpackChunkName: "inside" */ "./online-signed-in.tsx"
  );
  return prepareSignedIn(app, ONLINE.content.parallelFilesDownload);
};

/** Resolves when the browser is online again, or after three seconds. */
const waitForNetwork = () =>
  new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, 3000);
  });

/**
 * Asks for what every first screen shows, while its code is on its way. At the address of a lesson or a course
 * `early` does so.
 */
const askAhead = () => {
  if (location.href.includes("/lessons/")) return;
  const { prefetch } = app.transport;
  prefetch<typeof getProducts>({ path: "/products" });
  prefetch<typeof getCourses>({ path: "/user/courses" });
  prefetch<typeof getProgress>({ path: "/user/progress" });
};

const loadSignedIn = async () => {
  askAhead();
  // On a page of the worker the first screen waits for what is kept. See `with-kept.ts`.
  if (navigator.serviceWorker?.controller) {
    __webpack_chunk_load__("on-device").catch(() => undefined);
  }
  try {
    return await fetchSignedIn();
  } catch {
    // The school may have another version by now, which only a page reload fetches.
    app.alerts.show(appMissingAlert);
    await waitForNetwork();
    location.reload();
    // Never resolves, so that the failure is not shown before the reload.
    return never;
  }
};

const onReady = () => {
  page.dataset.ready = "";
  // The form was submitted before its handlers were attached.
  if (page.dataset.submitted) document.querySelector("form")?.requestSubmit();
  // The code behind the sign-in form runs while the person fills the form in, and not before. The boot script
  // fetches it with its texts.
  const prefetchSignedIn = () => void fetchSignedIn().catch(() => undefined);
  if (document.activeElement !== document.body) prefetchSignedIn();
  else addEventListener("focusin", prefetchSignedIn, { once: true });
  if ("embed" in page.dataset) {
    void import(/* webpackChunkName: "embedded" */ "./embedded/start-embedded.ts").then(
      ({ startEmbedded }) => startEmbedded(app),
    );
  }
  void app.organisation.restore();
  if (!app.session.state.authenticated) void app.organisation.load(null);
};

/** Loads the messages, and tries again until it succeeds. */
const bootLanguage = async (): Promise<void> => {
  try {
    await app.language.boot(page.lang);
  } catch {
    await waitForNetwork();
    return bootLanguage();
  }
};

const start = async () => {
  keepTranslatedTexts();
  app.network.boot();
  app.session.boot();
  const texts = bootLanguage();
  // Its code need not wait for the texts of the form, nor for the paint that says that it is loading.
  const signedIn = app.session.state.authenticated ? loadSignedIn() : null;
  await texts;
  const container = document.getElementById("root") as HTMLElement;
  const root = (
    <Root
      app={app}
      SignedOut={SignedOut}
      SignedIn={lazyComponent(() => signedIn ?? loadSignedIn(), LoadingScreen)}
      onReady={onReady}
    />
  );
  // The boot script does not paint the form if a session is stored, even an expired one.
  const painted = container.hasChildNodes() && !app.session.state.authenticated;
  if (!painted) createReactRoot(container).render(root);
  else hydrateRoot(container, root);
};

// The form, if it is painted, works at once. Otherwise a slow phone paints in between, as to read this code and to
// start takes it a tenth of a second.
if (page.querySelector("#root > *")) void start();
else setTimeout(start);
