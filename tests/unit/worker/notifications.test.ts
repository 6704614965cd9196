import { afterEach, expect, test, vi } from "vitest";
import { createNotifications } from "../../../src/worker/notifications.ts";

const SCOPE = "https://school.example/tls/";

afterEach(() => void vi.unstubAllGlobals());

const subscriptionOf = (name: string, options = {}) => {
  const endpoint = `https://push.example/${name}`;
  const keys = { p256dh: `${name}-key`, auth: `${name}-secret` };
  return { endpoint, options, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
};

/** What a worker finds in a browser with these windows. */
const openBrowser = (windows: readonly string[] = []) => {
  const done: unknown[] = [];
  const registration = {
    scope: SCOPE,
    showNotification: async (title: string, options: object) =>
      void done.push({ title, ...options }),
    getNotifications: async () => [{ close: () => done.push("closed") }],
    pushManager: {
      subscribe: async (options: object) => subscriptionOf("fresh", options),
      getSubscription: async () => ({
        ...subscriptionOf("present"),
        unsubscribe: async () => void done.push("unsubscribed"),
      }),
    },
  };
  const clients = {
    matchAll: async () =>
      windows.map((url) => ({ url, focus: async () => void done.push(`focus ${url}`) })),
    openWindow: async (url: string) => void done.push(`open ${url}`),
  };
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    done.push({ address, ...JSON.parse(body) });
    return new Response(null, { status: 204 });
  });
  const notifications = createNotifications({
    registration: registration as never,
    clients: clients as never,
    fileServer: "/api",
  });
  const click = (data: unknown) =>
    notifications.open({ data, close: () => done.push("closed") } as never);
  return { ...notifications, click, done };
};

const dataOf = (text: string) => ({ json: () => JSON.parse(text) });

test("a message is shown in its language, in place of the one before", async () => {
  const { show, done } = openBrowser();
  const message = { title: "בית ספר", body: "הודעה חדשה", lang: "he", dir: "rtl", path: "/x" };
  await show(dataOf(JSON.stringify(message)));
  const { path: data, ...shown } = message;
  expect(done).toEqual([{ ...shown, tag: "news", renotify: true, data }]);
});

test.each([
  ["nothing", null],
  ["no JSON", dataOf.bind(null, "{")],
  ["null", dataOf("null")],
  ["other things", dataOf('{"title":7,"dir":"up","path":{}}')],
])("a message with %s shows the school's name, as browsers ask", async (_, data) => {
  const { show, done } = openBrowser();
  await show(typeof data === "function" ? { json: data } : data);
  expect(done).toEqual([
    expect.objectContaining({ title: "school.example", body: "", dir: "ltr", data: "" }),
  ]);
});

test.each<[string, string[], unknown, string]>([
  ["in a new window", [], "/tutor-talk?thread=7", `open ${SCOPE}tutor-talk?thread=7`],
  ["beside a window with something else", [`${SCOPE}lessons`], "/desk", `open ${SCOPE}desk`],
  ["in the window that shows it", [`${SCOPE}desk#top`], "/desk", `focus ${SCOPE}desk#top`],
  ["at another site", [], "https://other.example/", `open ${SCOPE}`],
  ["at another host", [], "//other.example/tls/", `open ${SCOPE}other.example/tls/`],
  ["outside of the app", [], "/../api/files", `open ${SCOPE}`],
  ["as a script", [], "javascript:alert(1)", `open ${SCOPE}`],
  ["nowhere", [], undefined, `open ${SCOPE}`],
])("a press on a notification opens the app: %s", async (_, windows, path, expected) => {
  const { click, done } = openBrowser(windows);
  await click(path);
  expect(done).toEqual(["closed", expected]);
});

test.each([
  ["that the browser gives", subscriptionOf("new"), "new"],
  ["that the worker asks for", null, "fresh"],
])("the school is told of an address %s in place of an earlier one", async (_, given, name) => {
  const { renew, done } = openBrowser();
  const old = subscriptionOf("old", { userVisibleOnly: true });
  await renew({ oldSubscription: old, newSubscription: given } as never);
  const { endpoint, keys } = subscriptionOf(name).toJSON();
  expect(done).toEqual([
    {
      ...{ address: "/api/push/renewal", endpoint: old.endpoint, auth: "old-secret" },
      renewed: { endpoint, ...keys },
    },
  ]);
});

test("signing out closes what is shown, and ends the subscription; an address without an earlier one is not told", async () => {
  const { renew, end, done } = openBrowser();
  await renew({ oldSubscription: null, newSubscription: null } as never);
  expect(done).toEqual([]);
  await end();
  expect(done).toEqual(["closed", "unsubscribed"]);
});
