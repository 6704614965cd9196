import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  beginLesson,
  type EarlyLessonOptions,
  type EarlyPage,
} from "../../../src/early/begin-lesson.ts";
import { showPage } from "../../../src/early/show-page.ts";

// The browser's own API, which happy-dom does not have. `tests/e2e/slow-lesson.test.ts` has the real one.
vi.mock("../../../src/lib/sanitise-natively.ts", () => ({
  sanitiseNatively: (html: string) => document.createRange().createContextualFragment(html),
}));

const PHOTO = '<p>Text<img data-asset="waist.jpg" data-widths="480 960"></p>';
const DRAWING = '<img alt="no asset"><img data-asset="waist.svg"><img data-asset="other.svg">';

interface Sent {
  address: string;
  headers: Record<string, string>;
}

let root: HTMLElement;
let sent: Sent[];
let lesson: unknown;

const fetch: EarlyLessonOptions["fetch"] = async (address, init) => {
  sent.push({ address: String(address), headers: init?.headers as Record<string, string> });
  return Response.json(lesson);
};

const withPages = (...pages: string[]) => ({
  lesson: { html: { languages: { en: { pages: pages.map((html) => ({ html })) } } } },
});

const begin = (options: Partial<EarlyLessonOptions> = {}) =>
  beginLesson({
    ...{ path: "/tls/lessons/PM/PMB/waist", page: 1, base: "/api", token: "secret" },
    ...{ language: "de", savesData: false, isNeeded: () => true, fetch, ...options },
  });

/** The calls of a course's address, or of a lesson's, in the order of their names. */
const callsOf = (product: string, lesson?: string) => [
  "/api/products",
  ...(lesson ? [`/api/products/${product}/lessons/${lesson}?language=de`] : []),
  `/api/products/${product}/skeleton`,
  "/api/user/courses",
  "/api/user/progress",
];

const addresses = () => sent.map(({ address }) => address);
const pictures = () => addresses().filter((address) => address.includes("fetchData"));
/** Lets the answer of the lesson be read. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  root = Object.assign(document.createElement("div"), { id: "root" });
  document.body.replaceChildren(root);
  sent = [];
  lesson = withPages("<p>Text</p>");
});
afterEach(() => document.body.replaceChildren());

it("a lesson's calls are sent with the person's token, and the answers are there to be taken", async () => {
  const { answers } = begin();
  expect(addresses().toSorted()).toEqual(callsOf("PM", "waist"));
  expect(sent.every(({ headers }) => headers.authorization === "Bearer secret")).toBe(true);
  expect([...answers.keys()].toSorted()).toEqual(addresses().toSorted());
  const answer = answers.get("/api/products/PM/lessons/waist?language=de");
  expect(await (await answer?.response)?.json()).toEqual(lesson);
});

it("on a slow line the text comes before all else, and where the app asks itself nothing else is sent", async () => {
  begin({ savesData: true });
  expect(addresses()).toEqual(["/api/products/PM/lessons/waist?language=de"]);
  await settle();
  expect(addresses()).toHaveLength(5);

  sent = [];
  begin({ savesData: true, isNeeded: () => false });
  await settle();
  expect(addresses()).toHaveLength(1);
});

it("the text that came is the one of the page in the address", async () => {
  const title = { en: "Waist", de: "Taille" };
  lesson = { lesson: { ...withPages("<p>One", "<p>Two").lesson, title } };
  const two = { title: "Taille", language: "en", page: 2, pages: 2, html: "<p>Two" };
  expect(await begin({ page: 2 }).page).toEqual({ ...two, picture: null });
  const last = await begin({ page: Number.POSITIVE_INFINITY }).page;
  expect(last).toMatchObject({ page: 2, html: "<p>Two" });
});

it("a lesson's first picture is asked for in its smallest form where data is saved", async () => {
  lesson = withPages(PHOTO + DRAWING);
  const { answers, page } = begin({ savesData: true });
  await settle();
  const [address = ""] = pictures();
  expect(pictures()).toEqual(["/api/assets/fetchData?product=PM&title=waist.jpg&width=480"]);
  expect(sent.find(({ address: own }) => own === address)?.headers.accept).toContain("image/avif");
  expect(answers.has(address)).toBe(true);
  expect(await (await (await page)?.picture)?.text()).toBe(JSON.stringify(lesson));
});

it("a photo waits for its place on a fast line, and a drawing does not", async () => {
  lesson = withPages(PHOTO + DRAWING, DRAWING);
  begin();
  await settle();
  expect(pictures()).toEqual([]);
  begin({ page: 2 });
  await settle();
  expect(pictures()).toEqual(["/api/assets/fetchData?product=PM&title=waist.svg"]);
});

it.each([null, {}, { lesson: null }, withPages()])(
  "%j, without a text, is left to the app",
  async (answer) => {
    lesson = answer;
    const { answers, page } = begin();
    expect(await page).toBeNull();
    expect(addresses()).toHaveLength(5);
    expect(answers.size).toBe(5);
  },
);

it.each([
  ["an id, which is not asked for as a key,", "lessons/PM/PMB/100", callsOf("PM")],
  ["a course", "lessons/PM/PMB", callsOf("PM")],
  ["keys with signs, as they are,", "lessons/P%20M/PMB/a%2Fb", callsOf("P%20M", "a%2Fb")],
  ["the main page", "", []],
  ["another screen", "profile", []],
  ["no course", "lessons/", []],
  ["another screen's lessons", "profile/lessons/PM", []],
  ["a damaged key", "lessons/PM/%E0", []],
])("at the address of %s only its own calls are sent", (_, path, expected) => {
  const { answers } = begin({ path: `/tls/${path}` });
  expect(addresses().toSorted()).toEqual(expected);
  expect(answers.size).toBe(expected.length);
});

const PAGE: EarlyPage = {
  ...{ title: "The waist", language: "he", page: 1, pages: 1, picture: null },
  html: '<p>Text</p><img data-asset="waist.svg">',
};

const shown = () => document.querySelector<HTMLElement>("body > [inert]");

it("a text is shown in its direction, to be seen alone", () => {
  showPage(PAGE, root);
  expect(shown()?.querySelector("h1")?.textContent).toBe("The waist");
  expect(shown()?.ariaHidden).toBe("true");
  expect(shown()?.querySelector("[lang=he]")?.getAttribute("dir")).toBe("rtl");
});

it("a page's picture is shown when it has come, and the text stays if it does not come", async () => {
  showPage({ ...PAGE, picture: Promise.resolve(new Blob(["<svg/>"])) }, root);
  await vi.waitFor(() => expect(shown()?.querySelector("img")?.src).toMatch(/^blob:/));

  document.body.replaceChildren(root);
  showPage({ ...PAGE, picture: Promise.reject(new TypeError("no network")) }, root);
  await settle();
  expect(shown()?.textContent).toContain("Text");
});

it.each(["h1", "form"])("a text goes when the app shows a screen, which has a %s", async (name) => {
  showPage(PAGE, root);
  root.append(document.createElement("p"));
  await settle();
  expect(shown()).not.toBeNull();
  root.append(document.createElement(name));
  await vi.waitFor(() => expect(shown()).toBeNull());
});

it("a text does not come over a screen that the app shows already", () => {
  root.append(document.createElement("h1"));
  showPage(PAGE, root);
  expect(shown()).toBeNull();
});
