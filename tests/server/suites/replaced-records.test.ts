import { beforeAll, describe, expect, test } from "vitest";
import { openSchool } from "../support/test-school.ts";

const school = openSchool.shared();
let student = "";
let tutor = "";

beforeAll(async () => {
  student = (await school.student()).token;
  tutor = await school.token(await school.add({ level: 10 }));
});

type Json = Record<string, unknown>;

/** A record with its calls. What is written differs by one word. */
interface RecordCase {
  readonly code: string;
  readonly open: () => Promise<{
    path: string;
    token: string;
    body: (word: string) => Json;
    /** The record as the school has it now: its word, and the version of it. */
    read: () => Promise<{ word: string; version: unknown }>;
  }>;
}

const VIDEO = { product: "PM", lesson: "flare", asset: "flare.webm", language: "he" };

const RECORDS: Readonly<Record<string, RecordCase>> = {
  "a table of measurements": {
    code: "measurement/changed",
    open: async () => {
      const token = student;
      const list = "/user/measurements";
      const made = (await school.call(list, { token, json: { name: "first" } })).json.measurement;
      return {
        path: `${list}/${made.id}`,
        token,
        body: (name) => ({ name, units: "cm", values: { waist_girth: 72 } }),
        read: async () => {
          const [{ name, updated }] = (await school.call(list, { token })).json.measurements;
          return { word: name, version: updated };
        },
      };
    },
  },
  "a note": {
    code: "note/changed",
    open: async () => {
      const token = student;
      return {
        path: "/user/notes/101",
        token,
        body: (text) => ({ text }),
        read: async () => {
          const [note] = (await school.call("/user/notes", { token })).json.notes;
          return { word: note?.text ?? "first", version: note?.text ?? "" };
        },
      };
    },
  },
  "a saved comment": {
    code: "comment/changed",
    open: async () => {
      const token = tutor;
      const body = (text: string) => ({ name: "", text, shared: false });
      const { json } = await school.call("/desk/comments", { token, json: body("first") });
      return {
        path: `/desk/comments/${json.comment.id}`,
        token,
        body,
        read: async () => {
          const [comment] = (await school.call("/desk/comments", { token })).json.comments;
          return { word: comment.text, version: comment.version };
        },
      };
    },
  },
  "captions of a video": {
    code: "video/texts_changed",
    open: async () => {
      const token = tutor;
      const path = "/new-video/texts";
      const body = (text: string) => ({ ...VIDEO, texts: [{ start: 0, end: 1, text }] });
      await school.call(path, { token, json: body("first") });
      return {
        path,
        token,
        body,
        read: async () => {
          const { json } = await school.call(`${path}?${new URLSearchParams(VIDEO)}`, { token });
          return { word: json.texts[0].text, version: json.version };
        },
      };
    },
  },
};

describe.each(Object.entries(RECORDS))("%s", (_, { code, open }) => {
  test("is not replaced by somebody who has seen another version", async () => {
    const { path, token, body, read } = await open();
    const put = async (word: string, replaces?: unknown) => {
      const json = { ...body(word), ...(replaces !== undefined && { replaces }) };
      const answer = await school.call(path, { method: "PUT", token, json });
      return [answer.status, answer.json.code];
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
});

test("a choice of news leaves alone what it does not name", async () => {
  const token = student;
  const put = (json: Json) => school.call("/user/news", { method: "PUT", token, json });
  await put({ mail: "digest", hour: 9 });
  await put({ idle: true });
  const { json } = await school.call("/user/news", { token });
  expect(json.news).toMatchObject({ mail: "digest", hour: 9, idle: true });
});
