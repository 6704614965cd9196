import { expect, test } from "vitest";
import type { VideoCaptions } from "../../../src/contract/video.ts";
import { fetchCaptions } from "../../../src/offline/sync/fetch-captions.ts";
import { failed } from "../../support/results.ts";
import { noNetwork, openTransport } from "../support/open-transport.ts";

const TEXTS = [{ start: 0, end: 2, text: "Fold." }];
const OLD = [{ start: 0, end: 2, text: "As stored." }];
const DART: VideoCaptions = {
  ...{ product: "PM", lesson: "darts", asset: "dart.webm", language: "en", texts: OLD },
};

const video = (name: string) => `<p><video class="x" data-asset="${name}"></video></p>`;

/** A lesson as a school sends it, with a video for each name. */
const lessonWith = (...videos: string[]) => ({
  ...{ dbid: 1, key: "darts", title: { en: "Darts" }, image: "", type: "text" },
  html: { languages: { en: { pages: [{ title: "Darts", html: videos.map(video).join("") }] } } },
});

/** A status, or the answer. */
type Answer = number | object;

const respond = (answer: Answer): Response =>
  typeof answer === "number"
    ? new Response(answer === 304 ? null : "{}", { status: answer })
    : Response.json(answer);

/** Fetches captions of a school that answers as given. */
const fetchFrom = async (
  list: Answer | (() => Response),
  one: (asked: URLSearchParams, time: number) => Answer | Response = () => ({ texts: TEXTS }),
  {
    lessons = { darts: lessonWith("dart.webm") } as Record<string, unknown>,
    known = [] as readonly VideoCaptions[],
    checksum = null as string | null,
    languages = ["en"],
  } = {},
) => {
  const asked: URLSearchParams[] = [];
  const headers: Headers[] = [];
  const { send } = openTransport({
    token: () => null,
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(String(input));
      headers.push(new Headers(init?.headers));
      if (pathname === "/menu/captions") return typeof list === "function" ? list() : respond(list);
      asked.push(searchParams);
      const answer = one(searchParams, asked.length);
      return answer instanceof Response ? answer : respond(answer);
    },
  });
  const { signal } = new AbortController();
  const context = { send, headers: () => ({ "x-license": "licence" }), signal };
  const result = await fetchCaptions(context, {
    ...{ checksum, languages, read: async () => known },
    lessons: async () => new Map([["PM", lessons]]),
  });
  return { result, asked, headers };
};

test("the list of all captions is requested with the licence, and with the checksum of the stored one", async () => {
  const { headers } = await fetchFrom(304, undefined, { checksum: "abc" });
  expect(headers[0]?.get("if-none-match")).toBe('"abc"');
  expect(headers[0]?.get("x-license")).toBe("licence");
  const without = await fetchFrom({ captions: [] });
  expect(without.headers[0]?.has("if-none-match")).toBe(false);
});

test.each<[Answer]>([[400], [403], [404], [501], [{ videos: [] }]])(
  "each video is asked for if a school has no list of captions: %j",
  async (status) => {
    const { result, asked } = await fetchFrom(status);
    expect(asked).toHaveLength(1);
    expect(result).toEqual({ ok: true, value: [{ ...DART, texts: TEXTS }] });
  },
);

test.each([304, 401, 429, 503])("the captions stay at an answer %i", async (status) => {
  const { result, asked } = await fetchFrom(status, undefined, { checksum: "abc" });
  expect(result).toEqual({ ok: true, value: undefined });
  expect(asked).toEqual([]);
});

test("the list of all captions fails without a network, so that the sync waits", async () => {
  const { result } = await fetchFrom(noNetwork);
  expect(result).toEqual(failed("unreachable"));
});

test("a request for each video names the video once, its lesson and a language, and has the licence", async () => {
  const { html: _, ...plain } = lessonWith();
  const lessons = { broken: { key: 7 }, plain, darts: lessonWith("dart.webm", "dart.webm") };
  const { asked, headers } = await fetchFrom(404, undefined, { lessons, languages: ["en", "he"] });
  const video = { product: "PM", lesson: "darts", asset: "dart.webm" };
  const queries = ["en", "he"].map((language) => ({ ...video, language }));
  expect(asked.map((one) => Object.fromEntries(one))).toEqual(queries);
  expect(headers[1]?.get("x-license")).toBe("licence");
});

test("a request for each video that is refused keeps the captions of that video, lesson and language only", async () => {
  const others = [{ product: "PC" }, { lesson: "hems" }, { asset: "b.webm" }, { language: "he" }];
  const known = [DART, ...others.map((other) => ({ ...DART, ...other }))];
  for (const status of [403, 503]) {
    const { result } = await fetchFrom(404, () => status, { known });
    expect(result).toEqual({ ok: true, value: [DART] });
  }
  // A captive portal's page.
  const { result } = await fetchFrom(404, () => new Response("<h1>"), { known });
  expect(result).toEqual({ ok: true, value: [DART] });
});

test("a request for each video replaces the stored captions by the answer, or deletes them", async () => {
  const known = [DART];
  const answered = async (answer: Answer) => (await fetchFrom(404, () => answer, { known })).result;
  const replaced = { ok: true, value: [{ ...DART, texts: TEXTS }] };
  expect(await answered({ texts: TEXTS })).toEqual(replaced);
  expect(await answered({ texts: TEXTS, language: "en" })).toEqual(replaced);
  const deleted = { ok: true, value: [] };
  // These are the English captions in place of others.
  expect(await answered({ texts: TEXTS, language: "el" })).toEqual(deleted);
  expect(await answered({ texts: [] })).toEqual(deleted);
  expect(await answered(404)).toEqual(deleted);
});
