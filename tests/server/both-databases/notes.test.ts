import { expect, test } from "vitest";
import { corporaPresent, naughtyStrings } from "../support/corpora.ts";
import { it } from "../support/on-sqlite.ts";
import { MINUTE, NOON, openSchool, PMB } from "../support/test-school.ts";

const school = openSchool.shared();

const notes = async (token: string) => (await school.call("/user/notes", { token })).json.notes;
const write = (token: string, lesson: number | string, text: unknown) =>
  school.call(`/user/notes/${lesson}`, { method: "PUT", token, json: { text } });

test("personal notes are stored for each lesson, the latest text of each", async () => {
  const { token } = await school.student({ course: PMB });
  expect(await notes(token)).toEqual([]);
  const answer = await write(token, 102, "HB pencil\nsharpen it");
  expect([answer.status, answer.json]).toEqual([
    200,
    {
      note: {
        lesson_id: 102,
        text: "HB pencil\nsharpen it",
        updated: new Date(NOON).toISOString(),
      },
    },
  ]);
  await write(token, 101, "Buy paper");
  school.now = NOON + MINUTE;
  await write(token, 102, "2H");
  expect(await notes(token)).toEqual([
    { lesson_id: 102, text: "2H", updated: new Date(NOON + MINUTE).toISOString() },
    { lesson_id: 101, text: "Buy paper", updated: new Date(NOON).toISOString() },
  ]);
});

test("personal notes are deleted by an empty text", async () => {
  const { token } = await school.student({ course: PMB });
  await write(token, 101, "Buy paper");
  expect((await write(token, 101, "")).status).toBe(200);
  expect((await write(token, 102, "")).status).toBe(200);
  expect(await notes(token)).toEqual([]);
});

it("personal notes are told with the progress: which lessons have one, and not what it says", async () => {
  const { token } = await school.student({ course: PMB });
  const other = await school.student({ course: PMB });
  for (const lesson of [101, 102]) await school.complete(token, lesson);
  await school.complete(other.token, 101);
  await write(token, 102, "2H");
  await write(other.token, 101, "Not mine");
  const noted = async () => {
    const { progress } = (await school.call("/user/progress", { token })).json;
    return progress.map(({ lesson_id, noted }: Record<string, unknown>) => [lesson_id, noted]);
  };
  expect(await noted()).toEqual([
    [101, undefined],
    [102, true],
  ]);
  await write(token, 102, "");
  expect(await noted()).toEqual([
    [101, undefined],
    [102, undefined],
  ]);
});

test("personal notes are returned as they were written, whatever they contain", async () => {
  const { token } = await school.student({ course: PMB });
  const texts = ["<script>alert(1)</script>", "שִׁלְפִּית\u202e 🪡", "' OR 1=1 --", " \n\t "];
  texts.push(...(corporaPresent ? naughtyStrings() : []));
  // The notes of several lessons are read together, in any order.
  const lessons = [101, 102, 103, 104, 105, 106, 107, 108, 109];
  for (let at = 0; at < texts.length; at += lessons.length) {
    const some = texts.slice(at, at + lessons.length);
    const written = await Promise.all(
      some.map((text, index) => write(token, lessons[index] ?? 0, text)),
    );
    expect(written.map(({ status }) => status)).toEqual(some.map(() => 200));
    const kept = new Map<number, string>(
      (await notes(token)).map((note: { lesson_id: number; text: string }) => [
        note.lesson_id,
        note.text,
      ]),
    );
    expect(some.map((_, index) => kept.get(lessons[index] ?? 0) ?? "")).toEqual(some);
  }
});

it("personal notes have up to 10,000 characters, and belong to an existing lesson", async () => {
  const { token } = await school.student({ course: PMB });
  expect((await write(token, 101, "א".repeat(10_000))).status).toBe(200);
  const long = await write(token, 101, "x".repeat(10_001));
  expect([long.status, long.json.errors[0].path]).toEqual([422, "text"]);
  for (const text of [undefined, null, 3, {}, "a\0b"]) {
    expect((await write(token, 101, text)).status).toBe(422);
  }
  for (const lesson of [999, "abc", "101%00", "-1"]) {
    const answer = await write(token, lesson, "x");
    expect([answer.status, answer.json.code]).toEqual([404, "lesson/not_found"]);
  }
  expect((await notes(token))[0].text).toHaveLength(10_000);
});
