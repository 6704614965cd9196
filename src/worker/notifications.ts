/** Newer news replaces older on the screen. */
const TAG = "news";

/** A window of the browser that shows the app. */
interface AppWindow {
  readonly url: string;
  focus(): Promise<unknown>;
}

/** What the worker finds around it. */
interface NotificationPlace {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(which: { type: "window"; includeUncontrolled: true }): Promise<readonly AppWindow[]>;
    openWindow(address: string): Promise<unknown>;
  };
  /** The address of the school's calls. */
  readonly fileServer: string;
}

type MessageData = { json(): unknown } | null;

/** A message of the school, see `PushMessage` of the server. A newer school may send something else. */
const read = (data: MessageData): Readonly<Record<string, unknown>> => {
  try {
    return Object(data?.json());
  } catch {
    return {};
  }
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The news that the school tells on this device. */
export const createNotifications = ({ registration, clients, fileServer }: NotificationPlace) => {
  const { scope } = registration;

  /** The address of a screen; the app's own for one that lies elsewhere. */
  const screenAt = (path: string): string => {
    const { href } = new URL(path.replace(/^\/+/, ""), scope);
    return href.startsWith(scope) ? href : scope;
  };

  return {
    /** Shows a message. Browsers end a subscription that shows none. */
    show(data: MessageData): Promise<void> {
      const { title, body, lang, dir, path } = read(data);
      const options = {
        body: textOf(body),
        lang: textOf(lang),
        dir: dir === "rtl" ? ("rtl" as const) : ("ltr" as const),
        tag: TAG,
        // Without it, news that replaces older news would come unnoticed.
        renotify: true,
        data: textOf(path),
      };
      return registration.showNotification(textOf(title) || new URL(scope).hostname, options);
    },

    /** Opens the screen of a message, in the window that shows it already if there is one. */
    async open(notification: Notification): Promise<void> {
      notification.close();
      const address = screenAt(textOf(notification.data));
      const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
      const shown = windows.find(({ url }) => url.split("#")[0] === address);
      // In another window something may have been typed.
      await (shown ? shown.focus() : clients.openWindow(address));
    },

    /** Tells the school that the browser's push service has given another address. */
    async renew(event: {
      readonly oldSubscription: PushSubscription | null;
      readonly newSubscription: PushSubscription | null;
    }): Promise<void> {
      const { oldSubscription: old, newSubscription } = event;
      if (!old) return;
      const { endpoint, keys: { auth = "" } = {} } = old.toJSON();
      const renewed = newSubscription ?? (await registration.pushManager.subscribe(old.options));
      const { p256dh, auth: secret } = renewed.toJSON().keys ?? {};
      await fetch(`${fileServer}/push/renewal`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          endpoint,
          auth,
          renewed: { endpoint: renewed.endpoint, p256dh, auth: secret },
        }),
      });
    },

    /** Ends notifications, and closes those on the screen: the person signs out. */
    async end(): Promise<void> {
      for (const shown of await registration.getNotifications({ tag: TAG })) shown.close();
      await (await registration.pushManager?.getSubscription())?.unsubscribe();
    },
  };
};
