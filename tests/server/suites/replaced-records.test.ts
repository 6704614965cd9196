import { expect, test } from "vitest";
import { openSchool, sharedPerson } from "../support/test-school.ts";

const school = openSchool.shared();
const student = sharedPerson(school);
const tutor = sharedPerson(school, { level: 10 });

type Json = Record<string, unknown>;

/** A record that is there: how it is changed to a word, and what the school has now, with its version. */
interface Opened {
  readonly path: string;
  readonly by: { readonly token: string };
  body(word: string): Json;
  read(): Promise<{ word: string; version: unknown }>;
}

const VIDEO = { product: "PM", lesson: "flare", asset: "flare.webm", language: "he" };
const TABLES = "/user/measurements";
const COMMENTS = "/desk/comments";
const TEXTS = "/new-video/texts";

const get = async (path: string, by: Opened["by"]) => (await school.call(path, by)).json;
const post = async (path: string, by: Opened["by"], json: Json) =>
  (await school.call(path, { ...by, json })).json;

const RECORDS: [what: string, code: string, open: () => Promise<Opened>][] = [
  [
    "a table of measurements",
    "measurement/changed",
    async () => {
      const { id } = (await post(TABLES, student, { name: "first" })).measurement;
      const read = async () => {
        const [{ name, updated }] = (await get(TABLES, student)).measurements;
        return { word: name, version: updated };
      };
      return { path: `${TABLES}/${id}`, by: student, body: (name) => ({ name }), read };
    },
  ],
  [
    "a note",
    "note/changed",
    async () => {
      const read = async () => {
        const [note] = (await get("/user/notes", student)).notes;
        return { word: note?.text ?? "first", version: note?.text ?? "" };
      };
      return { path: "/user/notes/101", by: student, body: (text) => ({ text }), read };
    },
  ],
  [
    "a saved comment",
    "comment/changed",
    async () => {
      const body = (text: string) => ({ name: "", text, shared: false });
      const { id } = (await post(COMMENTS, tutor, body("first"))).comment;
      const read = async () => {
        const [{ text, version }] = (await get(COMMENTS, tutor)).comments;
        return { word: text, version };
      };
      return { path: `${COMMENTS}/${id}`, by: tutor, body, read };
    },
  ],
  [
    "captions of a video",
    "video/texts_changed",
    async () => {
      const body = (text: string) => ({ ...VIDEO, texts: [{ start: 0, end: 1, text }] });
      await post(TEXTS, tutor, body("first"));
      const read = async () => {
        const { texts, version } = await get(`${TEXTS}?${new URLSearchParams(VIDEO)}`, tutor);
        return { word: texts[0].text, version };
      };
      return { path: TEXTS, by: tutor, body, read };
    },
  ],
];

test.each(RECORDS)("a stale change does not replace %s", async (_, code, open) => {
  const { path, by, body, read } = await open();
  const put = async (word: string, replaces?: unknown) => {
    const json = { ...body(word), ...(replaces !== undefined && { replaces }) };
    return (await school.call(path, { ...by, method: "PUT", json })).outcome;
  };
  const saved = [200, undefined];
  // The clock of the school stands still here.
  const { version: seen } = await read();
  expect(await put("mine", seen)).toEqual(saved);
  expect(await put("theirs", seen)).toEqual([409, code]);
  expect((await read()).word).toBe("mine");
  // A repeat after a lost answer, and an app of another release, which names no version.
  expect(await put("mine", seen)).toEqual(saved);
  expect(await put("other")).toEqual(saved);
  expect(await put("theirs", (await read()).version)).toEqual(saved);
  expect((await read()).word).toBe("theirs");
});

test("a choice of news leaves alone what it does not name", async () => {
  const put = (json: Json) => school.call("/user/news", { ...student, method: "PUT", json });
  await put({ mail: "digest", hour: 9 });
  await put({ idle: true });
  const { json } = await school.call("/user/news", student);
  expect(json.news).toMatchObject({ mail: "digest", hour: 9, idle: true });
});
