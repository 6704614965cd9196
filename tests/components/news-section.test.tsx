import { describe, expect, test } from "vitest";
import { getNews, type News } from "../../src/contract/news.ts";
import { putNews } from "../../src/contract/news-choice.ts";
import type { Language } from "../../src/domain/languages.ts";
import { firstDayOfWeek } from "../../src/domain/week-start.ts";
import { NewsFold } from "../../src/features/profile/news/news-fold.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryByRole } from "./accessible.ts";
import { click, selectOption } from "./person.ts";
import { act, render, waitUntil } from "./render.tsx";
import { withApp } from "./with-app.tsx";

const GET = "GET /user/news";
const PUT = "PUT /user/news";
const PLACE = "PUT /user/news/place";

const USUAL: News = {
  mail: "at-once",
  hour: 7,
  idle: false,
  works: true,
  language: "en",
  zone: "Europe/Athens",
  week_start: 1,
};

/** The section for somebody whose choice the school has. */
const show = async (
  changes: Partial<News> = {},
  { person = "dana", language = "en" as Language } = {},
) => {
  const opened = await openSignedIn(person);
  const { school, app } = opened;
  let news: News = { ...USUAL, ...changes };
  school.answer(GET, () => Response.json(answerTo(getNews, { news })));
  school.answer(PUT, async ({ req }) => {
    news = { ...news, ...(await req.json()) };
    return Response.json(answerTo(putNews, { news }));
  });
  school.answerWith(PLACE, {});
  const { redraw } = await render(withApp(app, <NewsFold />), { language });
  /** Opens the fold, and waits for what is in it. */
  const unfold = async () => {
    await click(await waitUntil(() => queryByRole("heading", "News")));
    await waitUntil(() => queryByRole("group", "By mail"));
  };
  const sent = () => school.bodies(PUT);
  return { ...opened, unfold, sent, redraw };
};

const radio = (name: string) => getByRole<HTMLInputElement>("radio", name);

describe("the choice of when news comes", () => {
  test("shows what the school has, and saves another choice at once", async () => {
    const { unfold, sent } = await show();
    await unfold();
    getByRole("group", "By mail");
    expect(radio("At once").checked).toBe(true);
    await click(radio("Never"));
    await waitUntil(() => radio("Never").checked);
    expect(sent()).toEqual([{ mail: "never" }]);
  });

  test("asks for the hour of a digest alone, on the person's clocks", async () => {
    const { unfold, sent, machine } = await show();
    await unfold();
    expect(queryByRole("combobox")).toBeNull();
    await click(radio("One mail a day"));
    const hour = await waitUntil(() =>
      queryByRole<HTMLSelectElement>("combobox", "The day’s mail comes at"),
    );
    expect(hour.value).toBe("7");
    expect(hour.options).toHaveLength(24);
    expect(document.body.textContent).toContain(`In the time zone ${machine.zone()}`);
    await selectOption(hour, "22");
    await waitUntil(() => sent().length === 2);
    expect(sent()).toEqual([{ mail: "digest" }, { hour: 22 }]);
  });

  test("a student may want a week without study to be noticed", async () => {
    const { unfold, sent } = await show();
    await unfold();
    const idle = getByRole("switch", "Remind me after a week without a lesson");
    await click(idle);
    await waitUntil(() => idle.getAttribute("aria-checked") === "true");
    expect(sent()).toEqual([{ idle: true }]);
  });

  test("a tutor is not asked about that, and reads what tutors are told", async () => {
    const { unfold } = await show({ mail: "digest" }, { person: "boss" });
    await unfold();
    expect(queryByRole("switch")).toBeNull();
    expect(document.body.textContent).toContain(
      "work or a message of your students waits for an answer",
    );
  });

  test("saves what is chosen last, also while an earlier choice is on its way", async () => {
    const { unfold, sent, school } = await show();
    await unfold();
    const letGo = school.hold(PUT);
    await click(radio("Never"));
    await click(radio("One mail a day"));
    await act(letGo);
    await waitUntil(() => sent().length === 2);
    expect(sent().at(-1)).toEqual({ mail: "digest" });
    expect(radio("One mail a day").checked).toBe(true);
  });

  test("goes back to what was, and says so, when a choice cannot be saved", async () => {
    const { unfold, school, app } = await show();
    await unfold();
    school.answer(PUT, () => new Response("", { status: 500 }));
    await click(radio("Never"));
    await waitUntil(() => app.alerts.state.list.length > 0);
    expect(app.alerts.state.list[0]).toMatchObject({ tone: "error", text: "policies.not-kept" });
    expect(radio("At once").checked).toBe(true);
  });

  test("says that mails come back, unless none are wanted", async () => {
    const { unfold } = await show({ works: false });
    await unfold();
    expect(getByRole("alert").textContent).toMatch(/^Mails to .* come back\./);
    await click(radio("Never"));
    await waitUntil(() => !queryByRole("alert"));
  });

  test.each([404, 500])("is not there at a school that answers %i", async (status) => {
    const opened = await openSignedIn();
    for (const call of [GET, PLACE]) {
      opened.school.answer(call, () => new Response("{}", { status }));
    }
    await render(withApp(opened.app, <NewsFold />));
    await act(() => waitUntil(() => opened.school.count(GET) === 1));
    expect(document.body.textContent).toBe("");
  });

  test("tells the school where the person is, unless it knows", async () => {
    const { unfold, school, machine } = await show({ zone: "Pacific/Niue" });
    await unfold();
    const places = () => school.bodies(PLACE);
    await waitUntil(() => places().length > 0);
    expect(places()).toEqual([
      { language: "en", zone: machine.zone(), week_start: expect.any(Number) },
    ]);
  });

  test("tells the school nothing about the person that it knows", async () => {
    const week_start = firstDayOfWeek(navigator.languages, "en");
    const { unfold, school } = await show({ zone: "UTC", week_start });
    await unfold();
    expect(school.count(PLACE)).toBe(0);
  });
});
