import { expect, test } from "vitest";
import { getPublicPage, putPublicPage } from "../../src/contract/staff-forms.ts";
import PublicPageScreen from "../../src/features/courses/public-page/public-page-screen.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { queryByRole } from "./accessible.ts";
import { click, enter, selectOption, visit } from "./person.ts";
import { renderApp, says, waitUntil } from "./render.tsx";

const GET = "GET /staff/courses/public";
const PUT = "PUT /staff/courses/public";

const page = (fields: Record<string, string>, path = "") =>
  answerTo(getPublicPage, {
    ...{ source: true, draft: false, checksum: "a".repeat(64), languages: ["de", "en"] },
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    lessons: ["seam", "hem"].map((key) => ({ key, titles: [] })),
    ...{ has_mail: true, path },
  });

/** The form of a course's public page, for a manager. */
const show = async (fields: Record<string, string> = {}, path = "") => {
  const opened = await openSignedIn("boss");
  opened.session.state.level = 20;
  opened.school.answerWith(GET, page(fields, path));
  visit("/desk/courses/public?product=PM&course=PMB&title=Basics");
  await renderApp(opened.app, <PublicPageScreen />);
  await field("Price, in words");
  return opened.school;
};

const find = <Kind extends HTMLElement>(role: string, name: string) =>
  waitUntil(() => queryByRole<Kind>(role, name));
const field = (name: string) => find<HTMLTextAreaElement>("textbox", name);
const choose = async (name: string) => click(await find("radio", name));
const save = async () => click(await find("button", "Save"));

test("a manager writes what a course shows, and only what has changed is sent", async () => {
  const school = await show({ "price/de": "5 €", "price/en": "5 €" }, "/courses/PMB");
  expect(queryByRole("link", "See the page")?.getAttribute("href")).toBe("/courses/PMB");
  expect(await find("checkbox", "Show this page to everybody")).toMatchObject({ checked: true });
  await enter(await field("Price, in words"), "6 €");
  await selectOption(await find("combobox", "A lesson that everybody may read"), "seam");
  await choose("With a form that sends an email to the school");
  school.answerWith(PUT, answerTo(putPublicPage, { checksum: "b".repeat(64), problems: [] }));
  await save();
  await says("Saved in the draft");
  expect(school.bodies(PUT)[0]).toEqual({
    ...{ product: "PM", course: "PMB", replaces: "a".repeat(64) },
    fields: [
      { name: "price/en", value: "6 €" },
      { name: "free_lesson", value: "seam" },
      { name: "enrol", value: "mail" },
    ],
  });
});

test("a text that is missing in the school's own language, and a wrong address, are said before anything is sent", async () => {
  const school = await show();
  await enter(await field("Price, in words"), "5 €");
  await choose("In a shop or on another page");
  await enter(await field("Address of the shop or page"), "shop");
  await save();
  const price = await field("Price, in words");
  expect(price.lang).toBe("de");
  expect(price.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(price);
  expect((await field("Address of the shop or page")).getAttribute("aria-invalid")).toBe("true");
  expect(school.bodies(PUT)).toEqual([]);
});
