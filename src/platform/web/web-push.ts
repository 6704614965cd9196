import type { DevicePush } from "../ports.ts";

/** The scope of the app's worker, which shows the notifications. */
const SCOPE = "/tls/";

/** The notifications of this device; null in a browser that has none, such as Safari outside an installed app. */
export const openWebPush = async (): Promise<DevicePush | null> => {
  if (!("PushManager" in window && "Notification" in window)) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  if (!registration) return null;
  const { pushManager } = registration;

  const unsubscribe = async (): Promise<void> => {
    await (await pushManager.getSubscription())?.unsubscribe();
  };

  return {
    async state() {
      if (Notification.permission === "denied") return "denied";
      if (Notification.permission !== "granted") return "off";
      return (await pushManager.getSubscription()) ? "on" : "off";
    },

    async subscribe(key) {
      if ((await Notification.requestPermission()) !== "granted") return null;
      // One with another key, such as of a school that was set up anew, cannot be used.
      await unsubscribe();
      const subscription = await pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      });
      const { endpoint, keys } = subscription.toJSON();
      return { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
    },

    unsubscribe,
  };
};
