import { expect, test } from "vitest";
import { sweepIdempotencyKeys } from "../../../src/server/idempotent-write.ts";
import { DAY, MINUTE, openSchool, PMB } from "../support/test-school.ts";

test("a restart keeps accounts, tokens, courses and progress", async () => {
  const school = await openSchool();
  const { token } = await school.student({ course: PMB });
  await school.complete(token, 101);
  const before = await school.call("/user/progress", { token });
  const skeleton = await school.call("/products/PM/skeleton", { token });
  await school.restart();
  expect((await school.call("/user/progress", { token })).json).toEqual(before.json);
  expect((await school.call("/user/courses", { token })).json.courses).toHaveLength(1);
  const again = await school.call("/products/PM/skeleton", {
    token,
    headers: { "If-None-Match": skeleton.headers.etag ?? "" },
  });
  expect(again.status).toBe(304);
});

test("a restart deletes expired idempotency keys, and no others", async () => {
  const school = await openSchool();
  const { token } = await school.student({ course: PMB });
  const key = (end: string) => `00000000-0000-4000-8000-00000000000${end}`;
  await school.complete(token, 101, { "Idempotency-Key": key("1") });
  school.now += 59 * DAY;
  await school.complete(token, 102, { "Idempotency-Key": key("2") });
  school.now += 32 * DAY;
  await school.restart();
  await school.server.idle();
  const rows = await school.database.read.selectFrom("repeatable").select("key").execute();
  expect(rows).toEqual([{ key: key("2") }]);
});

test("a restart keeps the newest keys of an account that has very many", async () => {
  const school = await openSchool();
  const people = [await school.student({ course: PMB }), await school.student({ course: PMB })];
  for (let at = 0; at < 4; at += 1) {
    school.now += MINUTE;
    const key = { "Idempotency-Key": `00000000-0000-4000-8000-00000000000${at}` };
    await school.complete(people[0]?.token ?? "", 101, key);
    if (at < 2) await school.complete(people[1]?.token ?? "", 101, key);
  }
  await school.database.write((db) => sweepIdempotencyKeys(db, school.now, 2));
  const rows = await school.database.read
    .selectFrom("repeatable")
    .select(["account_id", "key"])
    .orderBy("account_id")
    .orderBy("key")
    .execute();
  expect(rows.map(({ account_id, key }) => [account_id, key.at(-1)])).toEqual([
    [people[0]?.id, "2"],
    [people[0]?.id, "3"],
    [people[1]?.id, "0"],
    [people[1]?.id, "1"],
  ]);
});
