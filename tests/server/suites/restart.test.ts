import { expect, test } from "vitest";
import { sweepIdempotencyKeys } from "../../../src/server/idempotent-write.ts";
import { DAY, MINUTE, openSchool, PMB } from "../support/test-school.ts";

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
  const [many, few] = [
    await school.student({ course: PMB }),
    await school.student({ course: PMB }),
  ];
  for (let at = 0; at < 4; at += 1) {
    school.now += MINUTE;
    const key = { "Idempotency-Key": `00000000-0000-4000-8000-00000000000${at}` };
    for (const { token } of at < 2 ? [many, few] : [many]) await school.complete(token, 101, key);
  }
  await school.database.write((db) => sweepIdempotencyKeys(db, school.now, 2));
  const rows = await school.database.read.selectFrom("repeatable").selectAll().execute();
  const kept = rows.map(({ account_id, key }) => `${account_id} ${key.at(-1)}`);
  expect(kept.toSorted()).toEqual(
    [`${many.id} 2`, `${many.id} 3`, `${few.id} 0`, `${few.id} 1`].toSorted(),
  );
});
