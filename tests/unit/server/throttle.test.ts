import { afterAll, beforeAll, expect, test } from "vitest";
import { FailedAttempts } from "../../../src/server/accounts/failed-attempts.ts";
import { addressBudgets, Throttle } from "../../../src/server/accounts/throttle.ts";
import { openTemporaryDatabase, type TemporaryDatabase } from "./support/temporary-database.ts";

const MINUTE = 60_000;

let store: TemporaryDatabase;
let now = 1_000_000_000;
let failures: FailedAttempts;
beforeAll(async () => {
  store = await openTemporaryDatabase();
  failures = new FailedAttempts(store.database, () => now);
});
afterAll(() => store.close());

const plainHash = (kind: string, text: string) => `${kind} ${text}`;

/** How an attempt ended: its value, or the refusal. */
const endOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    (value) => value,
    ({ status, code, message, headers }) =>
      status ? `${status} ${code} ${headers["Retry-After"]}` : message,
  );

test("failures of an address are counted for the site of an IPv6 address too, two hundred at most", () => {
  expect(addressBudgets(plainHash, "sign-in", "2001:db8:1:2ff::1")).toEqual([
    { key: "sign-in 2001:db8:1:200/56", failures: 50 },
    { key: "sign-in 2001:db8:1/48", failures: 200 },
  ]);
});

const throttle = () => new Throttle(failures, "login/throttled");

test("attempts are refused while a budget is used up, with the seconds to wait", async () => {
  const [small, large] = [
    { key: "small", failures: 2 },
    { key: "large", failures: 3 },
  ];
  const guard = throttle();
  await guard.record([small, large]);
  expect(await endOf(guard.assertAllowed([small, large]))).toBeUndefined();
  now += MINUTE;
  await guard.record([small]);
  await expect(guard.assertAllowed([large, small])).rejects.toMatchObject({
    status: 429,
    code: "login/throttled",
    message: "Too many attempts; try again later",
    headers: { "Retry-After": String(14 * 60) },
  });
  expect(await endOf(guard.assertAllowed([large]))).toBeUndefined();
  now += 14 * MINUTE - 1;
  expect(await endOf(guard.assertAllowed([small]))).toBe("429 login/throttled 1");
  now += 1;
  expect(await endOf(guard.assertAllowed([small]))).toBeUndefined();
});

test("attempts of the same first budget run one after another, so that none slips by", async () => {
  const guard = throttle();
  const budget = { key: "in order", failures: 2 };
  let running = 0;
  let most = 0;
  const fail = async () => {
    running += 1;
    most = Math.max(most, running);
    await guard.record([budget]);
    running -= 1;
    return "wrong";
  };
  const ends = await Promise.all([1, 2, 3, 4].map(() => endOf(guard.inOrder([budget], fail))));
  const refused = "429 login/throttled 900";
  expect(ends).toEqual(["wrong", "wrong", refused, refused]);
  expect(most).toBe(1);
});

test("attempts go on after one that breaks off", async () => {
  const guard = throttle();
  const budget = { key: "broken", failures: 2 };
  const ends = await Promise.all([
    endOf(guard.inOrder([budget], () => Promise.reject(new Error("no connection")))),
    endOf(guard.inOrder([budget], async () => "next")),
  ]);
  expect(ends).toEqual(["no connection", "next"]);
});
