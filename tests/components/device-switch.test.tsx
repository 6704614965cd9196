import { expect, onTestFinished, test, vi } from "vitest";
import { getPush } from "../../src/contract/push.ts";
import { DeviceSwitch } from "../../src/features/profile/news/news-section.tsx";
import { createKept } from "../../src/kept/kept.ts";
import type { DevicePush } from "../../src/platform/ports.ts";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { openStoreOf } from "../unit/support/open-kept.ts";
import { getByRole, queryByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { act, renderApp, waitUntil } from "./render.tsx";

const GET = "GET /user/push";
const PUT = "PUT /user/push";
const DELETE = "DELETE /user/push";
const NAME = "Also on this device";

/** The notifications of a device, whose person answers so when the browser asks. */
const createMemoryPush = (answer: "granted" | "denied" = "granted") => {
  const push = {
    wasAsked: false,
    /** Why the browser cannot subscribe; null: it can. */
    fault: null as Error | null,
    /** The key with which the browser has subscribed; null: it has not. */
    key: null as string | null,
    async state() {
      if (push.wasAsked && answer === "denied") return "denied" as const;
      return push.key === null ? ("off" as const) : ("on" as const);
    },
    async subscribe(key: string) {
      push.wasAsked = true;
      if (answer === "denied") return null;
      if (push.fault) throw push.fault;
      push.key = key;
      return { endpoint: "https://push.example/send/1", p256dh: "key", auth: "secret" };
    },
    async unsubscribe() {
      push.key = null;
    },
  };
  return push;
};

/** The switch for a person whose session has a device, or not. */
const show = async ({
  push = createMemoryPush() as DevicePush | null,
  on = false,
  status = 200,
} = {}) => {
  const opened = await openSignedIn();
  const { app, school } = opened;
  const answer = answerTo(getPush, { key: "the school's key", on });
  school.answer(GET, () => Response.json(status === 200 ? answer : {}, { status }));
  for (const call of [PUT, DELETE]) school.answer(call, () => new Response(null, { status: 204 }));
  const kept = createKept({
    school: app.school,
    isServed: true,
    open: async () => (await openStoreOf(opened, { push })).services,
  });
  onTestFinished(() => kept.end("ended"));
  vi.useFakeTimers();
  const stop = kept.start(() => "en");
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  onTestFinished(stop);
  await renderApp({ ...app, kept }, <DeviceSwitch />);
  await act(() => waitUntil(() => kept.state.isOn && school.count(GET) === 1));
  return { ...opened, kept };
};

const shown = () => waitUntil(() => queryByRole("switch", NAME));
const isOn = () => getByRole("switch", NAME).getAttribute("aria-checked") === "true";
const note = () => getByRole("status").textContent;

test.each([
  ["on where browser and school agree, and else off", true],
  ["off in a browser that is subscribed for an earlier session", false],
])("notifications are %s", async (_, on) => {
  const push = createMemoryPush();
  await push.subscribe("the school's key");
  await show({ push, on });
  await shown();
  expect(isOn()).toBe(on);
});

test("says what to do where the browser forbids notifications", async () => {
  const { school } = await show({ push: createMemoryPush("denied") });
  await shown();
  expect(note()).toContain("A notification comes with each mail");
  await click(getByRole("switch", NAME));
  await waitUntil(() => note()?.includes("Allow them in its settings"));
  expect([isOn(), school.count(PUT)]).toEqual([false, 0]);
});

test.each<
  [when: string, change: Partial<ReturnType<typeof createMemoryPush>>, status: number, text: string]
>([
  ["the browser cannot subscribe", { fault: new Error() }, 204, "notifications.impossible"],
  ["the school does not take the device", {}, 500, "policies.not-kept"],
  [
    "neither school nor browser does what was asked",
    { unsubscribe: () => Promise.reject(new Error("No push service.")) },
    500,
    "policies.not-kept",
  ],
])("stays off, says so and can be pressed again when %s", async (_, change, status, text) => {
  const push = Object.assign(createMemoryPush(), change);
  const { app, school } = await show({ push });
  school.answer(PUT, () => new Response(null, { status }));
  await click(await shown());
  await waitUntil(() => app.alerts.state.list.length > 0);
  expect(app.alerts.state.list[0]).toMatchObject({ tone: "error", text });
  expect(isOn()).toBe(false);
  expect(getByRole("switch", NAME).getAttribute("aria-disabled")).toBeNull();
  if (!change.unsubscribe) expect(push.key).toBeNull();
});

test("stays on, and says so, when the school cannot remove the device", async () => {
  const push = createMemoryPush();
  await push.subscribe("the school's key");
  const { app, school } = await show({ push, on: true });
  school.answer(DELETE, () => new Response("", { status: 500 }));
  await click(await shown());
  await waitUntil(() => app.alerts.state.list.length > 0);
  expect([isOn(), push.key]).toEqual([true, "the school's key"]);
});

test.each<[string, Parameters<typeof show>[0]]>([
  ["at a school that does not tell devices", { status: 404 }],
  ["while the school cannot be reached", { status: 500 }],
  ["in a browser without notifications", { push: null }],
])("there is no switch %s", async (_, options) => {
  await show(options);
  await act(() => Promise.resolve());
  expect(document.body.textContent).toBe("");
});

test("a person turns notifications on, with the school's key, and off again", async () => {
  const push = createMemoryPush();
  const { school } = await show({ push });
  await click(await shown());
  await waitUntil(isOn);
  expect(push.key).toBe("the school's key");
  expect(school.bodies(PUT)).toEqual([await push.subscribe("the school's key")]);
  await click(getByRole("switch", NAME));
  await waitUntil(() => !isOn());
  expect([push.key, school.count(DELETE)]).toEqual([null, 1]);
});
