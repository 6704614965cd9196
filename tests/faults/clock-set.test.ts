import { expect, test } from "vitest";
import { DAY, openSchool, PMB } from "../server/support/test-school.ts";

test.each([
  ["forward", DAY],
  ["back", -DAY],
])(
  "a school whose clock is set %s a day, and right again, signs nobody out, takes what is done, and counts nothing twice",
  async (_, jump) => {
    const school = await openSchool();
    const person = await school.student({ course: PMB });
    expect((await school.complete(person.token, 101)).status).toBe(200);
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const study = () => school.study(person.token, 102, key);
    const first = await study();
    expect(first.status).toBe(200);

    school.now += jump;
    expect((await study()).json).toEqual(first.json);
    expect((await school.complete(person.token, 102)).status).toBe(200);
    const meanwhile = await school.token(person);
    const address = `/files/read?path=${encodeURIComponent("assets/PM/sheet.pdf")}&language=en`;

    school.now -= jump;
    expect((await study()).json).toEqual(first.json);
    for (const token of [meanwhile, await school.token(person)]) {
      expect((await school.complete(token, 103)).status).toBe(200);
      expect((await school.call(address, { token })).status).toBe(200);
    }
    const { json } = await school.call("/user/progress", { token: meanwhile });
    const done = json.progress.filter((row: { completed: string | null }) => row.completed);
    expect(done.map((row: { lesson_id: number }) => row.lesson_id).sort()).toEqual([101, 102, 103]);
    await school.restart();
    expect((await school.call("/user/progress", { token: meanwhile })).json).toEqual(json);
  },
);
