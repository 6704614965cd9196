import { Route } from "workbox-routing/Route.js";
import { Router } from "workbox-routing/Router.js";
import type { WorkerMessage } from "../domain/worker-message.ts";
import { KEPT_PREFIX } from "../lib/browser-names.ts";
import { createNotifications } from "./notifications.ts";
import { createShell } from "./shell.ts";
import type { ShellFiles } from "./shell-files.ts";

/**
 * The worker of the web app. It answers for the files of the app, and shows the news that the school tells
 * on this device. The school's answers are kept by the page (see `src/kept`), which knows whose they are and
 * whether they are what was asked for.
 */
declare const self: ServiceWorkerGlobalScope & { readonly SHELL: ShellFiles };

declare const FILE_SERVER: string;

const { registration, clients } = self;
const shell = createShell(self.SHELL, registration);
const notifications = createNotifications({ registration, clients, fileServer: FILE_SERVER });

self.addEventListener("install", (event) => event.waitUntil(shell.install()));

self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      await self.clients.claim();
      await shell.cleanUp();
    })(),
  ),
);

const router = new Router();
router.registerRoute(
  new Route(({ request, sameOrigin }) => sameOrigin && shell.keyOf(request), shell.strategy),
);
router.addFetchListener();

self.addEventListener("push", (event) => event.waitUntil(notifications.show(event.data)));
self.addEventListener("notificationclick", (event) =>
  event.waitUntil(notifications.open(event.notification)),
);
self.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(notifications.renew(event)),
);

const forget = async (prefix: string): Promise<void> => {
  if (!prefix.startsWith(KEPT_PREFIX)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => caches.delete(name)));
};

const answer = (message: WorkerMessage): Promise<unknown> => {
  switch (message.kind) {
    case "take-over":
      return self.skipWaiting();
    case "keep-texts":
      return shell.keepTexts(message.language);
    case "clean-up":
      return shell.cleanUp();
    case "forget":
      return Promise.all([forget(message.prefix), notifications.end()]);
    default:
      // A page of a newer version may ask for what this one does not know.
      return Promise.resolve();
  }
};

self.addEventListener("message", (event) => {
  if (typeof event.data === "object" && event.data !== null) {
    event.waitUntil(answer(event.data));
  }
});
