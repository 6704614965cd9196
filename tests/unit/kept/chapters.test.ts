import { expect, test } from "vitest";
import { getAsset, getIcon, getLesson } from "../../../src/contract/content.ts";
import { planBytes, withWholeFilms } from "../../../src/kept/plan-chapter.ts";
import { value } from "../../support/results.ts";
import { sha256 } from "../support/content-folder.ts";
import { openStore } from "../support/open-kept.ts";
import { lessonOf, skeleton } from "../support/small-course.ts";

const CHAPTER = {
  ...{ productKey: "PM", courseKey: "PMB", menuKey: "tools" },
  ...{ language: "en", schoolLanguage: "en" },
};

const text = (name: string) => `<svg>${name}</svg>`;
const FILES: Record<string, string> = {
  "icons/PM/paper.svg": text("paper"),
  "assets/PM/rule.svg": text("rule"),
  "assets/PM/film.webm": "film",
  "glossary/dart.svg": text("dart"),
  "assets/PM/other.svg": text("other"),
};
const metaOf = (bytes: string) => ({ checksum: sha256(bytes), size: bytes.length });

const HTML =
  '<p><img data-asset="rule.svg"><dfn data-term="Dart">dart</dfn></p><video data-asset="film.webm"></video>';

/** The small school, with its content for use without a network. */
const open = async (options: Parameters<typeof openStore>[1] = {}) => {
  const opened = await openStore("dana", options);
  const { school } = opened;
  const lessons = Object.fromEntries(
    Object.keys(skeleton.lessons).map((key) => [key, lessonOf(key)]),
  );
  const paper = lessonOf("paper");
  const pages = [{ title: "", html: HTML, subLessons: [] }];
  const product = {
    ...skeleton,
    lessons: { ...lessons, paper: { ...paper, html: { languages: { en: { pages } } } } },
  };
  school.answerWith("GET /menu/usercontent", { content: { products: { PM: product } } });
  school.answerWith("GET /menu/glossary", {
    glossary: [{ id: 1, term: "dart", image: "dart.svg", translations: [] }],
  });
  const metas = Object.entries(FILES).map(([name, bytes]) => [name, metaOf(bytes)]);
  school.answerWith("GET /files/treelist", { metas: Object.fromEntries(metas) });
  school.answer("GET /files/read", (context) => {
    const bytes = FILES[context.req.query("path") ?? ""];
    return bytes ? new Response(bytes) : new Response("{}", { status: 404 });
  });
  school.answerWith("GET /new-video/texts", { texts: [] });
  const plan = async () => value(await opened.chapters.plan(CHAPTER));
  return { ...opened, plan };
};

const stored = (entries: string[]) => entries.filter((entry) => entry.includes("/chapter/"));

test("a chapter has its lessons with their parts, and the files that they show", async () => {
  const { plan } = await open();
  const { lessons, files, titles } = await plan();
  expect(lessons).toBe(5);
  expect(titles).toEqual({ en: "Tools" });
  expect(Object.fromEntries(files.map(({ name, isVideo }) => [name, isVideo]))).toEqual({
    ...{ "icons/PM/paper.svg": false, "assets/PM/rule.svg": false },
    ...{ "assets/PM/film.webm": true, "glossary/dart.svg": false },
  });
});

test.each([
  [1, 1],
  [20, 4],
])(
  "a chapter's files come at most as many at once as the build allows: %s",
  async (parallel, most) => {
    const { plan, chapters, school } = await open({ parallel });
    const going = { now: 0, most: 0 };
    school.answer("GET /files/read", async (context) => {
      going.now += 1;
      going.most = Math.max(going.most, going.now);
      await new Promise((done) => setTimeout(done, 5));
      going.now -= 1;
      return new Response(FILES[context.req.query("path") ?? ""]);
    });
    await chapters.keep(await plan(), true);
    expect(going.most).toBe(most);
  },
);

test("a kept chapter opens without a network, also the lessons that were not open yet", async () => {
  const { plan, chapters, fromStore, school } = await open();
  await chapters.keep(await plan(), true);
  const list = [{ menuKey: "tools", lessons: 5, titles: { en: "Tools" } }];
  expect(chapters.state).toMatchObject({ running: null, failed: null, list });
  school.network.up = false;
  for (const lessonKey of ["paper", "lines_ml", "straight", "curve"]) {
    const params = { productKey: "PM", lessonKey };
    expect((await fromStore.send(getLesson, { params })).ok, lessonKey).toBe(true);
  }
  const query = { product: "PM", title: "paper.svg" };
  expect(await value(await fromStore.sendForBytes(getIcon, { query })).text()).toBe(text("paper"));
  const rule = { product: "PM", title: "rule.svg", width: 640 };
  const asset = await fromStore.sendForBytes(getAsset, { query: rule });
  expect(await value(asset).text()).toBe(text("rule"));
  expect(await fromStore.assetAddress("PM", "film.webm")).toMatch(/^blob:/);
  // Videos can be left out.
  const other = await open();
  await other.chapters.keep(await other.plan(), false);
  expect(other.chapters.state.list).toHaveLength(1);
  expect(await other.fromStore.assetAddress("PM", "film.webm")).toBeNull();
});

test("the small form of a film is kept, unless the film itself is asked for", async () => {
  const { plan, chapters, school } = await open();
  const whole = metaOf("the whole film");
  const metas = { "assets/PM/film.webm": { ...metaOf("film"), whole } };
  school.answerWith("GET /files/treelist", { metas });
  const film = (form = "") => new Response(form === "whole" ? "the whole film" : "film");
  school.answer("GET /files/read", ({ req }) => film(req.query("form")));
  const planned = await plan();
  const bytesOf = (of: typeof planned) => planBytes(of, true) - planBytes(of, false);
  expect(bytesOf(planned)).toBe(4);
  const larger = withWholeFilms(planned);
  expect(bytesOf(larger)).toBe(whole.size);
  await chapters.keep(planned, true);
  const [small] = chapters.state.list;
  await chapters.keep(larger, true);
  const [large] = chapters.state.list;
  expect((large?.bytes ?? 0) - (small?.bytes ?? 0)).toBe(whole.size - 4);
  expect(chapters.state.failed).toBeNull();
});

/** As browsers say that there is no more room, in `Cache.put`. */
const NO_ROOM = {
  "Chromium and WebKit": new DOMException("Quota exceeded.", "QuotaExceededError"),
  Firefox: { name: "NS_ERROR_FILE_NO_DEVICE_SPACE", message: "" },
};

test.each(Object.entries(NO_ROOM))(
  "a full store is reported, and nothing is half kept: %s",
  async (_, error) => {
    const { plan, chapters, caches } = await open();
    caches.setRoom(1600, error);
    await chapters.keep(await plan(), true);
    expect(chapters.state).toMatchObject({ list: [], failed: { failure: { kind: "no-room" } } });
    expect(stored(caches.entries())).toEqual([]);
  },
);

test("where there is not enough room from the start, nothing is fetched", async () => {
  const { plan, chapters, school, room } = await open();
  room.bytes = 10;
  await chapters.keep(await plan(), true);
  expect(chapters.state.failed).toMatchObject({ failure: { kind: "no-room" } });
  expect(school.count("GET /files/read")).toBe(0);
});

test.each([
  ["the network goes away", "unreachable", () => new Response("{}", { status: 503 })],
  ["a captive portal answers in place of a file", "damaged", () => new Response("<h1>Hotel</h1>")],
  ["the school has the file no longer", "not-there", () => new Response("{}", { status: 404 })],
] as const)("where %s, it says %s and nothing is half kept", async (_, kind, answer) => {
  const { plan, chapters, caches, school } = await open();
  const planned = await plan();
  school.answer("GET /files/read", answer);
  await chapters.keep(planned, true);
  expect(chapters.state).toMatchObject({ list: [], failed: { failure: { kind } } });
  expect(stored(caches.entries())).toEqual([]);
});

test("stopping keeps nothing of the chapter, and says nothing of a failure", async () => {
  const { plan, chapters, caches, school } = await open();
  const planned = await plan();
  school.answer("GET /files/read", () => {
    chapters.stop();
    return new Response("");
  });
  await chapters.keep(planned, true);
  expect(chapters.state).toMatchObject({ list: [], failed: null, running: null });
  expect(stored(caches.entries())).toEqual([]);
});

test("what was kept when the browser crashed is deleted at the next start", async () => {
  const { caches, machine, school } = await open();
  const half = "kept.v1/7/chapter/pm/pmb/tools";
  await (await caches.open(half)).put("https://kept.invalid/answer/a", new Response("a"));
  const again = await open({ caches, machine, school });
  await expect.poll(() => caches.entries()).not.toContain(`${half} https://kept.invalid/answer/a`);
  expect(again.chapters.state.list).toEqual([]);
});

test("a kept chapter is there at the next start, and is gone once it is removed", async () => {
  const first = await open();
  await first.chapters.keep(await first.plan(), true);
  const { caches, machine, school } = first;
  const { chapters, fromStore } = await open({ caches, machine, school });
  expect(chapters.state.list).toHaveLength(1);
  await chapters.remove(CHAPTER);
  expect(chapters.state.list).toEqual([]);
  school.network.up = false;
  const params = { productKey: "PM", lessonKey: "curve" };
  expect((await fromStore.send(getLesson, { params })).ok).toBe(false);
});
