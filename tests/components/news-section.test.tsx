import { expect, test } from "vitest";
import { getNews, type News } from "../../src/contract/news.ts";
import { putNews } from "../../src/contract/news-choice.ts";
import { firstDayOfWeek } from "../../src/domain/week-start.ts";
import { NewsFold } from "../../src/features/profile/news/news-fold.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
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

test("tells the school where the person is, unless it knows", async () => {
  const { school, machine } = await show({ zone: "Pacific/Niue" });
  const places = () => school.bodies(PLACE);
  await waitUntil(() => places().length > 0);
  expect(places()).toEqual([
    { language: "en", zone: machine.zone(), week_start: expect.any(Number) },
  ]);
});
