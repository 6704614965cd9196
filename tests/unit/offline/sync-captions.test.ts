import { expect, test } from "vitest";
import type { VideoCaptions } from "../../../src/contract/video.ts";
import { captionsData } from "../../../src/offline/local-content.ts";
import { emptyDisk, openSync } from "../../faults/support/open-sync.ts";
import { sha256, startTreeSchool } from "../../faults/support/tree-school.ts";

const LINES = [{ start: 0, end: 2, text: "Fold the dart." }];
const ENTRY: VideoCaptions = {
  product: "PM",
  lesson: null,
  asset: "dart.webm",
  language: "en",
  texts: LINES,
};

interface Asked {
  path: string;
  query: Record<string, string>;
  ifNoneMatch: string | null;
}

/** A school with videos whose captions are answered by a test. */
const openSchool = async (
  answer: (asked: Asked) => Response,
  { videos = ["dart.webm"], disk = emptyDisk(), languages = ["en", "he"] } = {},
) => {
  const school = await startTreeSchool();
  school.put("assets/PM/dart.svg", 100);
  const product = school.productWith([]) as { lessons: Record<string, object> };
  const html = videos
    .map((name) => `<p><video class="x" data-asset="${name}"></video></p>`)
    .join("");
  product.lessons.LS_1 = {
    ...product.lessons.LS_1,
    html: { languages: { en: { pages: [{ title: "Darts", html }] } } },
  };
  school.products = { PM: product };
  const asked: Asked[] = [];
  const opened = await openSync(school, {
    disk,
    languages: () => languages,
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(String(input));
      if (!/captions|new-video/.test(pathname)) return fetch(input, init);
      const ifNoneMatch = new Headers(init?.headers).get("if-none-match");
      const one = { path: pathname, query: Object.fromEntries(searchParams), ifNoneMatch };
      asked.push(one);
      return answer(one);
    },
  });
  const kept = async () => {
    const read = await opened.index.read("captions.json", captionsData);
    return read.ok ? read.value : read.failure;
  };
  return { ...opened, school, asked, kept };
};

const none = () => Response.json({ code: "server/not_found" }, { status: 404 });

test("captions are fetched with the texts in one answer, and checked by their checksum", async () => {
  const captions = [ENTRY, { ...ENTRY, language: "he", more: "kept as it was sent" }];
  const tag = `"${sha256(JSON.stringify(captions))}"`;
  const opened = await openSchool(({ ifNoneMatch }) =>
    ifNoneMatch === tag ? new Response(null, { status: 304 }) : Response.json({ captions }),
  );
  await opened.sync.start();
  expect(opened.sync.state).toMatchObject({ phase: "done", failed: 0 });
  expect(await opened.kept()).toEqual([ENTRY, { ...ENTRY, language: "he" }]);
  const text = new TextDecoder().decode(opened.folder.files.get("captions.json"));
  expect(JSON.parse(text).data).toEqual(captions);
  await opened.sync.start({ thorough: true });
  expect(opened.asked.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([null, tag]);
  expect(await opened.kept()).toHaveLength(2);
});

test("a school with very many videos is asked about some hundreds of them only", async () => {
  const videos = Array.from({ length: 400 }, (_, at) => `${at}.webm`);
  const { sync, asked } = await openSchool(
    ({ path }) => (path === "/new-video/texts" ? Response.json({ texts: [] }) : none()),
    { videos },
  );
  await sync.start();
  expect(asked).toHaveLength(1 + 300);
});

test.each([
  ["has no list", 404],
  ["fails", 503],
])("stored captions stay if a school that %s refuses them", async (_, status) => {
  let works = true;
  const opened = await openSchool(({ path }) => {
    if (path !== "/new-video/texts") return works ? none() : new Response("", { status });
    return works ? Response.json({ texts: LINES }) : new Response("", { status: 403 });
  });
  await opened.sync.start();
  const before = await opened.kept();
  expect(before).toHaveLength(2);
  works = false;
  await opened.sync.start({ thorough: true });
  expect(opened.sync.state.phase).toBe("done");
  expect(await opened.kept()).toEqual(before);
});
