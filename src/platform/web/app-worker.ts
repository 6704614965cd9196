import { shellLock } from "../../lib/browser-names.ts";
import type { AppWorker } from "../ports.ts";

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
      const stop = new AbortController();
      const { signal } = stop;
      const watch = (worker: ServiceWorker | null) =>
        worker?.addEventListener(
          "statechange",
          () => {
            // The first version of all is no newer one.
            if (worker.state === "installed" && registration?.active) listener("waiting");
          },
          { signal },
        );
      if (registration?.waiting) listener("waiting");
      watch(registration?.installing ?? null);
      registration?.addEventListener("updatefound", () => watch(registration?.installing ?? null), {
        signal,
      });
      onServing = () => listener("serving");
      if (isReplaced) onServing();
      return () => {
        stop.abort();
        onServing = () => undefined;
      };
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
