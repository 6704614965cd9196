import { expect, test } from "vitest";
import { it } from "../support/on-sqlite.ts";
import { MINUTE, NOON, openSchool, PMB } from "../support/test-school.ts";

const school = openSchool.shared();

const notes = async (token: string) => (await school.call("/user/notes", { token })).json.notes;
const write = (token: string, lesson: number | string, text: unknown) =>
  school.call(`/user/notes/${lesson}`, { method: "PUT", token, json: { text } });

test("personal notes are stored for each lesson, the latest text of each", async () => {
  const { token } = await school.student({ course: PMB });
  expect(await notes(token)).toEqual([]);
  const text = "<b>HB</b> pencil\nשִׁלְפִּית\u202e 🪡";
  const note = { lesson_id: 102, text, updated: new Date(NOON).toISOString() };
  expect((await write(token, 102, text)).json).toEqual({ note });
  await write(token, 101, "Buy paper");
  school.now = NOON + MINUTE;
  await write(token, 102, "2H");
  expect(await notes(token)).toEqual([
    { lesson_id: 102, text: "2H", updated: new Date(NOON + MINUTE).toISOString() },
    { lesson_id: 101, text: "Buy paper", updated: new Date(NOON).toISOString() },
  ]);
  // An empty text deletes one, also where there is none.
  for (const lesson of [101, 102, 103]) {
    expect((await write(token, lesson, "")).status).toBe(200);
  }
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

it("personal notes have up to 10,000 characters, and belong to an existing lesson", async () => {
  const { token } = await school.student({ course: PMB });
  expect((await write(token, 101, "א".repeat(10_000))).status).toBe(200);
  expect((await write(token, 101, "x".repeat(10_001))).status).toBe(422);
  expect((await write(token, 999, "x")).json.code).toBe("lesson/not_found");
  expect((await notes(token))[0].text).toHaveLength(10_000);
});
