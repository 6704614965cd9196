import { expect, onTestFinished, test, vi } from "vitest";
import { getNews, type News } from "../../src/contract/news.ts";
import { putNews } from "../../src/contract/news-choice.ts";
import { getPush } from "../../src/contract/push.ts";
import { firstDayOfWeek } from "../../src/domain/week-start.ts";
import { NewsFold } from "../../src/features/profile/news/news-fold.tsx";
import { DeviceSwitch } from "../../src/features/profile/news/news-section.tsx";
import { createKept } from "../../src/kept/kept.ts";
import type { DevicePush } from "../../src/platform/ports.ts";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { openStoreOf } from "../unit/support/open-kept.ts";
import { getByRole, nameOf, queryByRole } from "./accessible.ts";
import { click, selectOption } from "./person.ts";
import { act, renderApp, waitUntil } from "./render.tsx";

const GET = "GET /user/news";
const PUT = "PUT /user/news";
const PLACE = "PUT /user/news/place";

const USUAL: News = {
  ...{ mail: "at-once", hour: 7, idle: false, works: true },
  ...{ language: "en", zone: "Europe/Athens", week_start: 1 },
};

/** The opened section for somebody whose choice the school has. */
const show = async (changes: Partial<News> = {}) => {
  const opened = await openSignedIn();
  const { school, app } = opened;
  let news: News = { ...USUAL, ...changes };
  school.answer(GET, () => Response.json(answerTo(getNews, { news })));
  school.answer(PUT, async ({ req }) => {
    news = { ...news, ...(await req.json()) };
    return Response.json(answerTo(putNews, { news }));
  });
  school.answerWith(PLACE, {});
  await renderApp(app, <NewsFold />);
  await click(await waitUntil(() => queryByRole("heading", "News")));
  await waitUntil(() => queryByRole("group", "By mail"));
  return { ...opened, sent: () => school.bodies(PUT) };
};

const radio = (name: string) => getByRole<HTMLInputElement>("radio", name);

test("the choice of news asks for the hour of a digest alone, on the person's clocks", async () => {
  const { sent, machine } = await show();
  expect(queryByRole("combobox")).toBeNull();
  await click(radio("One mail a day"));
  const hour = await waitUntil(() => queryByRole<HTMLSelectElement>("combobox"));
  expect([nameOf(hour), hour.value]).toEqual(["The day’s mail comes at", "7"]);
  expect(hour.options).toHaveLength(24);
  expect(document.body.textContent).toContain(`In the time zone ${machine.zone()}`);
  await selectOption(hour, "22");
  await waitUntil(() => sent().length === 2);
  expect(sent()).toEqual([{ mail: "digest" }, { hour: 22 }]);
});

test("the choice of news saves what is chosen last, also while an earlier choice is on its way", async () => {
  const { sent, school } = await show();
  const letGo = school.hold(PUT);
  await click(radio("Never"));
  await click(radio("One mail a day"));
  await act(letGo);
  await waitUntil(() => sent().length === 2);
  expect(sent().at(-1)).toEqual({ mail: "digest" });
  expect(radio("One mail a day").checked).toBe(true);
});

test("the choice of news goes back to what was, and says so, when a choice cannot be saved", async () => {
  const { school, app } = await show();
  school.answer(PUT, () => new Response("", { status: 500 }));
  await click(radio("Never"));
  await waitUntil(() => app.alerts.state.list.length > 0);
  expect(app.alerts.state.list[0]).toMatchObject({ tone: "error", text: "policies.not-kept" });
  expect(radio("At once").checked).toBe(true);
});

test("the choice of news says that mails come back, unless none are wanted", async () => {
  await show({ works: false });
  expect(getByRole("alert").textContent).toMatch(/^Mails to .* come back\./);
  await click(radio("Never"));
  await waitUntil(() => !queryByRole("alert"));
});

test.each([404, 500])(
  "the choice of news is not there at a school that answers %i",
  async (status) => {
    const opened = await openSignedIn();
    for (const call of [GET, PLACE]) {
      opened.school.answer(call, () => new Response("{}", { status }));
    }
    await renderApp(opened.app, <NewsFold />);
    await act(() => waitUntil(() => opened.school.count(GET) === 1));
    expect(document.body.textContent).toBe("");
  },
);

test.each([
  ["where the person is", { zone: "Pacific/Niue" }, 1],
  [
    "nothing that it knows",
    { zone: "UTC", week_start: firstDayOfWeek(navigator.languages, "en") },
    0,
  ],
])("the choice of news tells the school %s", async (_, known, times) => {
  const { school, machine } = await show(known);
  await waitUntil(() => school.count(PLACE) >= times);
  const place = { language: "en", zone: machine.zone(), week_start: expect.any(Number) };
  expect(school.bodies(PLACE)).toEqual(Array(times).fill(place));
});

test("shows what the school has, and saves another choice at once", async () => {
  const { sent } = await show();
  getByRole("group", "By mail");
  expect(radio("At once").checked).toBe(true);
  await click(radio("Never"));
  await waitUntil(() => radio("Never").checked);
  expect(sent()).toEqual([{ mail: "never" }]);
});

const GET_PUSH = "GET /user/push";
const PUT_PUSH = "PUT /user/push";
const DELETE_PUSH = "DELETE /user/push";
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
const showSwitch = async ({
  push = createMemoryPush() as DevicePush | null,
  on = false,
  status = 200,
} = {}) => {
  const opened = await openSignedIn();
  const { app, school } = opened;
  const answer = answerTo(getPush, { key: "the school's key", on });
  school.answer(GET_PUSH, () => Response.json(status === 200 ? answer : {}, { status }));
  const taken = () => new Response(null, { status: 204 });
  for (const call of [PUT_PUSH, DELETE_PUSH]) school.answer(call, taken);
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
  await renderApp(app, <DeviceSwitch kept={kept} />);
  await act(() => waitUntil(() => kept.state.isOn && school.count(GET_PUSH) === 1));
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
  await showSwitch({ push, on });
  await shown();
  expect(isOn()).toBe(on);
});

test("says what to do where the browser forbids notifications", async () => {
  const { school } = await showSwitch({ push: createMemoryPush("denied") });
  await shown();
  expect(note()).toContain("A notification comes with each mail");
  await click(getByRole("switch", NAME));
  await waitUntil(() => note()?.includes("Allow them in its settings"));
  expect([isOn(), school.count(PUT_PUSH)]).toEqual([false, 0]);
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
  const { app, school } = await showSwitch({ push });
  school.answer(PUT_PUSH, () => new Response(null, { status }));
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
  const { app, school } = await showSwitch({ push, on: true });
  school.answer(DELETE_PUSH, () => new Response("", { status: 500 }));
  await click(await shown());
  await waitUntil(() => app.alerts.state.list.length > 0);
  expect([isOn(), push.key]).toEqual([true, "the school's key"]);
});

test.each<[string, Parameters<typeof showSwitch>[0]]>([
  ["at a school that does not tell devices", { status: 404 }],
  ["while the school cannot be reached", { status: 500 }],
  ["in a browser without notifications", { push: null }],
])("there is no switch %s", async (_, options) => {
  await showSwitch(options);
  await act(() => Promise.resolve());
  expect(document.body.textContent).toBe("");
});

test("a person turns notifications on, with the school's key, and off again", async () => {
  const push = createMemoryPush();
  const { school } = await showSwitch({ push });
  await click(await shown());
  await waitUntil(isOn);
  expect(push.key).toBe("the school's key");
  expect(school.bodies(PUT_PUSH)).toEqual([await push.subscribe("the school's key")]);
  await click(getByRole("switch", NAME));
  await waitUntil(() => !isOn());
  expect([push.key, school.count(DELETE_PUSH)]).toEqual([null, 1]);
});
