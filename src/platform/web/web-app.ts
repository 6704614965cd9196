import { shellLock } from "../../lib/browser-names.ts";
import type { AppInstaller, AppWorker, StorageRoom } from "../ports.ts";

const ADDRESS = "/tls/worker.js";
const SCOPE = "/tls/";

/** The name of the main script, which identifies the build. `scripts/build/worker-list.ts` takes the same. */
const pageVersion = (): string =>
  document.getElementById("main")?.getAttribute("src")?.replace(/.*\//, "") ?? "";

/**
 * Says which version this page is of for as long as the page is open, so that no worker deletes its
 * files meanwhile.
 */
const holdVersion = (): void => {
  const name = shellLock(pageVersion());
  navigator.locks
    .request(name, { mode: "shared" }, () => new Promise(() => undefined))
    // Where the browser refuses locks, it refuses workers too.
    .catch(() => undefined);
};

/** The worker of the web app. It is told of a newer version once `start` has resolved. */
export const createAppWorker = (serviceWorker: ServiceWorkerContainer): AppWorker => {
  let registration: ServiceWorkerRegistration | null = null;
  let reloads = false;
  /** Whether a worker of another version serves this page now. */
  let isReplaced = false;
  let onServing = () => {};
  // From the start on: another tab may accept a newer version at any time.
  let served = serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => {
    // Without a worker before, this page has the files of the first one.
    isReplaced = served !== null && !reloads;
    served = serviceWorker.controller;
    if (isReplaced) onServing();
  });

  const started = async (): Promise<boolean> => {
    try {
      holdVersion();
      // A browser that forbids workers rejects; tests that block them resolve with nothing.
      registration = (await serviceWorker.register(ADDRESS, { scope: SCOPE })) ?? null;
      if (!registration) return false;
      const { installing, active } = registration;
      if (active || !installing) return active !== null;
      return await new Promise((resolve) => {
        installing.addEventListener("statechange", () => {
          if (installing.state === "activated") resolve(true);
          if (installing.state === "redundant") resolve(false);
        });
      });
    } catch {
      return false;
    }
  };
  let start: Promise<boolean> | undefined;

  return {
    start() {
      start ??= started();
      return start;
    },

    look() {
      registration?.update().catch(() => undefined);
    },

    onNewer(listener) {
      const watch = (worker: ServiceWorker | null) =>
        worker?.addEventListener("statechange", () => {
          // The first version of all is no newer one.
          if (worker.state === "installed" && registration?.active) listener("waiting");
        });
      if (registration?.waiting) listener("waiting");
      watch(registration?.installing ?? null);
      registration?.addEventListener("updatefound", () => watch(registration?.installing ?? null));
      onServing = () => listener("serving");
      if (isReplaced) onServing();
    },

    useNewer() {
      const { waiting = null } = registration ?? {};
      if (!waiting) return location.reload();
      reloads = true;
      serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting.postMessage({ kind: "take-over" });
    },

    tell(message) {
      registration?.active?.postMessage(message);
    },
  };
};

/** The event of browsers that can install a web app. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

const addLink = (rel: string, href: string): void =>
  document.head.append(Object.assign(document.createElement("link"), { rel, href }));

/**
 * The browser's own way to install a web app.
 * @param organisation the id of the school whose name and icon the app has
 */
export const createWebInstaller = (organisation: string | number): AppInstaller => {
  let offer: InstallPrompt | null = null;
  return {
    start(onOffer) {
      addEventListener("beforeinstallprompt", (event) => {
        event.preventDefault();
        offer = event as InstallPrompt;
        onOffer();
      });
      // Here and not in the page, whose first bytes are for the sign-in form.
      if (document.querySelector("link[rel=manifest]")) return;
      const of = `?organisation=${encodeURIComponent(organisation)}`;
      addLink("manifest", `/tls/manifest.webmanifest${of}`);
      addLink("apple-touch-icon", `/tls/icon.png${of}`);
    },
    install() {
      offer?.prompt().catch(() => undefined);
      offer = null;
    },
  };
};

/** The browser's room for this site. */
export const webRoom: StorageRoom = {
  async free() {
    try {
      const { quota, usage } = await navigator.storage.estimate();
      return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
    } catch {
      return null;
    }
  },
  async persist() {
    try {
      await navigator.storage.persist();
    } catch {
      // Without it the browser may evict what is kept when the disk is full.
    }
  },
};
