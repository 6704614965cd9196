import { beforeEach, expect, it } from "vitest";
import { beginLesson, type EarlyLessonOptions } from "../../../src/early/begin-lesson.ts";

const PHOTO = '<p>Text<img data-asset="waist.jpg" data-widths="480 960"></p>';
const DRAWING = '<img alt="no asset"><img data-asset="waist.svg"><img data-asset="other.svg">';

interface Sent {
  address: string;
  headers: Record<string, string>;
}

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
    path: "/tls/lessons/PM/PMB/waist",
    page: 1,
    base: "/api",
    token: "secret",
    language: "de",
    savesData: false,
    isNeeded: () => true,
    fetch,
    ...options,
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
  sent = [];
  lesson = withPages("<p>Text</p>");
});

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
  lesson = {
    lesson: {
      title: { en: "Waist", de: "Taille" },
      html: { languages: { en: { pages: [{ html: "<p>One" }, { html: "<p>Two" }] } } },
    },
  };
  expect(await begin({ page: 2 }).page).toEqual({
    title: "Taille",
    language: "en",
    page: 2,
    pages: 2,
    html: "<p>Two",
    picture: null,
  });
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
