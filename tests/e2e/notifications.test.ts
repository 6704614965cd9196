import { expect, type Page } from "playwright/test";
import { PushService } from "../server/support/push-service.ts";
import { findings } from "./axe-findings.ts";
import { openProfile } from "./measurements.ts";
import { test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { choose, signInForm, unfold } from "./steps.ts";

/** The worker's own object, as far as this test uses it. */
declare const self: {
  shown: unknown[];
  registration: Pick<ServiceWorkerRegistration, "showNotification" | "getNotifications">;
};

test.use({ serviceWorkers: "allow", permissions: ["notifications"] });

const { endpoint, p256dh, auth } = new PushService().browser().subscription;

/** Lets the browser subscribe without the push service of its maker, which tests do not reach. */
const subscribeHere = (page: Page) =>
  page.addInitScript(
    (given) => {
      let subscription: object | null = null;
      const unsubscribe = async () => {
        subscription = null;
        return true;
      };
      PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
      PushManager.prototype.subscribe = async (options) => {
        subscription = { options, unsubscribe, toJSON: () => given };
        return subscription as PushSubscription;
      };
    },
    { endpoint, keys: { p256dh, auth } },
  );

test("turns notifications on and off by keyboard, and a message of the school is shown until one signs out", async ({
  page,
  context,
  school,
  student,
}) => {
  await subscribeHere(page);
  await openProfile(page, student);
  await speak(page, "he");
  await unfold(page, words.he["own-data.news"]);
  await expect(page.getByRole("switch", { name: words.he["notifications.here"] })).toBeVisible();
  expect(await findings(page, { inDark: true }), "from right to left").toEqual([]);
  await speak(page, "en");
  const device = page.getByRole("switch", { name: "Also on this device" });
  await expect(device).not.toBeChecked();
  const sent = page.waitForRequest("**/api/user/push");
  await device.press("Space");
  await expect(device).toBeChecked();
  expect((await sent).postDataJSON()).toEqual({ endpoint, p256dh, auth });

  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("There is no worker");
  // This browser has no place for notifications.
  await worker.evaluate(() => {
    self.shown = [];
    const { registration } = self;
    registration.showNotification = async (title, options) => {
      self.shown.push({ title, ...options });
    };
    const all = { close: () => self.shown.splice(0) } as unknown as Notification;
    registration.getNotifications = async () => [all];
  });
  const devtools = await context.newCDPSession(page);
  const found = Promise.withResolvers<string>();
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL === `${school}/tls/`);
    if (own) found.resolve(own.registrationId);
  });
  await devtools.send("ServiceWorker.enable");
  const message = {
    title: "בית ספר",
    body: "הודעה חדשה",
    lang: "he",
    dir: "rtl",
    path: "/tutor-talk?thread=7",
  };
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: school,
    registrationId: await found.promise,
    data: JSON.stringify(message),
  });
  const { path, ...options } = message;
  const expected = { ...options, tag: "news", renotify: true, data: path };
  await expect.poll(() => worker.evaluate(() => self.shown)).toEqual([expected]);

  await device.press("Space");
  await expect(device).not.toBeChecked();

  await choose(page, /^Hello/, "Logout");
  await expect(signInForm(page)).toBeVisible();
  await expect.poll(() => worker.evaluate(() => self.shown)).toEqual([]);
});
