import { expect, test } from "vitest";
import {
  createLessonSearch,
  NOTHING_FOUND,
} from "../../../../../src/features/lessons/search/lesson-search.ts";
import { openTransport } from "../../../support/open-transport.ts";

const open = (answer: () => Response) => {
  const asked: string[] = [];
  const { send } = openTransport({
    base: "",
    fetch: async (input) => {
      asked.push(String(input));
      return answer();
    },
  });
  const search = createLessonSearch(send);
  const find = (q: string, before?: string) =>
    search.find("PM", q, "he", new AbortController().signal, before);
  return { find, asked };
};

test("the texts of a product are searched in the person's language", async () => {
  const { find, asked } = open(() =>
    Response.json({ results: [{ lesson_id: 1, key: "paper", excerpt: "Paper" }] }),
  );
  expect(await find("נייר & co")).toEqual({
    ok: true,
    value: {
      results: [{ lesson_id: 1, key: "paper", page: 1, language: "en", excerpt: "Paper" }],
      cursor: null,
    },
  });
  expect(new URL(asked[0] ?? "", "http://x").searchParams.get("q")).toBe("נייר & co");
});

test("the next page of results is asked for by its cursor", async () => {
  const { find, asked } = open(() => Response.json({ results: [], cursor: "7" }));
  expect(await find("a")).toEqual({ ok: true, value: { results: [], cursor: "7" } });
  await find("a", "7");
  const urls = asked.map((url) => new URL(url, "http://x"));
  expect(urls.map(({ searchParams }) => searchParams.get("before"))).toEqual([null, "7"]);
  expect(urls.every(({ pathname }) => pathname.includes("PM"))).toBe(true);
});

test.each([
  [
    "a missing network",
    () => {
      throw new TypeError("no network");
    },
  ],
  ["a failure", () => Response.json({ code: "x" }, { status: 500 })],
])("%s is reported, and the next search is tried", async (_, answer) => {
  let fails = true;
  const { find } = open(() => (fails ? answer() : Response.json({ results: [] })));
  expect(await find("a")).toMatchObject({ ok: false });
  fails = false;
  expect(await find("a")).toEqual({ ok: true, value: { results: [], cursor: null } });
});

test("a query that is too long is cut, and invalid text in it is repaired", async () => {
  const { find, asked } = open(() => Response.json({ results: [] }));
  await find(`${"x".repeat(300)}`);
  await find("a\ud800");
  const queries = asked.map((url) => new URL(url, "http://x").searchParams.get("q"));
  expect(queries).toEqual(["x".repeat(200), "a\ufffd"]);
});

test.each([404, 405, 501])("a school that answers %i is not asked again", async (status) => {
  const { find, asked } = open(() => Response.json({ code: "x" }, { status }));
  expect(await find("a")).toEqual({ ok: true, value: NOTHING_FOUND });
  expect(await find("b")).toEqual({ ok: true, value: NOTHING_FOUND });
  expect(asked).toHaveLength(1);
});
