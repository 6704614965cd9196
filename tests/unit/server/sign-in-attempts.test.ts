import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { FailedAttempts } from "../../../src/server/accounts/failed-attempts.ts";
import { KnownOrigins } from "../../../src/server/accounts/known-origins.ts";
import {
  type HashingTurn,
  Passwords,
  type Verify,
} from "../../../src/server/accounts/password/passwords.ts";
import {
  type Origin,
  SignInAttempts,
} from "../../../src/server/accounts/session/sign-in-attempts.ts";
import { addressBudgets, Throttle } from "../../../src/server/accounts/throttle.ts";
import type { Account } from "../../../src/server/db/schema.ts";
import { Log } from "../../../src/server/log.ts";
import type { Services } from "../../../src/server/services.ts";
import { openTemporaryDatabase, type TemporaryDatabase } from "./support/temporary-database.ts";

const PASSWORD = "correct horse";
const HOME: Origin = { address: "192.0.2.1", device: null };
const FAR: Origin = { address: "203.0.113.9", device: null };
const REFUSED = { status: 429, code: "login/throttled" };
const MINUTE = 60_000;

const keyedHash = (kind: string, text: string) => `${kind}(${text})`;

/** Hashes without cost. Says whose turns it has given, and stands still while it is asked to. */
class WatchedPasswords extends Passwords {
  readonly turns: HashingTurn[] = [];
  pause: Promise<void> = Promise.resolve();
  started = 0;

  constructor() {
    super(async ({ message, tagLength }) => {
      this.started += 1;
      await this.pause;
      return createHash("sha256").update(message).digest().subarray(0, tagLength);
    });
  }

  override verifyInTurn<Value>(turn: HashingTurn, work: (verify: Verify) => Promise<Value>) {
    this.turns.push(turn);
    return super.verifyInTurn(turn, work);
  }
}

let store: TemporaryDatabase;
let now: number;
let lines: string[];
let log: Log;
let passwords: WatchedPasswords;
let failures: FailedAttempts;
let origins: KnownOrigins;
let attempts: SignInAttempts;
let ada: Account;
beforeEach(async () => {
  store = await openTemporaryDatabase();
  now = 1_000_000_000_000;
  lines = [];
  log = new Log("info", (text) => void lines.push(text));
  passwords = new WatchedPasswords();
  failures = new FailedAttempts(store.database, () => now);
  origins = new KnownOrigins(store.database, () => now);
  const services = { log, keyedHash, origins, failures, passwords };
  attempts = new SignInAttempts(services as unknown as Services);
  ada = { ...(await addPerson()), password: await passwords.hash(PASSWORD) };
});

const addPerson = async (): Promise<Account> => {
  const id = await store.addPerson();
  const all = store.database.read.selectFrom("account").selectAll();
  return all.where("id", "=", id).executeTakeFirstOrThrow();
};

/** Tries to sign in; as Ada with a wrong password by default. */
const tryAs = (
  from: Origin,
  who: { account?: Account | null; username?: string; password?: string } = {},
) => {
  const { account = ada, password = "wrong" } = who;
  const { username = account?.username ?? "nobody" } = who;
  const credentials = { username, password, account: account ?? undefined };
  return attempts.verify(credentials, from, new AbortController().signal);
};

const right = (from: Origin) => tryAs(from, { password: PASSWORD });

const signedIn = (from: Origin, account = ada) =>
  store.database.write((db) =>
    attempts.succeeded(db, account.id, from, { key: "none", failures: 1 }),
  );

const fail = async (times: number, from: (at: number) => Origin, who = {}) => {
  for (let at = 0; at < times; at += 1) {
    expect((await tryAs(from(at), who)).isRight).toBe(false);
  }
};

/** That many failures of an address, within its budget of fifty. */
const failedFrom = (address: string, times: number) =>
  failures.record(
    Array.from({ length: times }, () => ({ key: `sign-in(${address})`, failures: 50 })),
  );

/** A right sign-in, with the failures that it counts against. */
const rightBy = (device: string | null, key: string) => ({
  isRight: true,
  device,
  budget: { key, failures: 10 },
});
const personal = (at: string) => ({ key: `personal(name(${ada.username})\n${at})`, failures: 10 });

const logged = (): Record<string, unknown>[] => {
  log.flush();
  const all = lines.join("").split("\n").filter(Boolean);
  return all.map((line) => {
    const { event, name, address } = JSON.parse(line);
    return { event, name, address };
  });
};

test("a sign-in is refused after ten failures of the name, wherever they came from", async () => {
  const names = [ada.username.toUpperCase(), ` ${ada.username}`];
  await fail(9, (at) => ({ address: `203.0.113.${at}`, device: null }));
  await fail(1, () => FAR, { username: names[0] });
  await expect(tryAs(HOME, { username: names[1], password: PASSWORD })).rejects.toMatchObject(
    REFUSED,
  );
  expect(logged().at(-1)).toEqual({
    event: "sign-in not tried",
    name: `name(${ada.username})`,
    address: "192.0.2.1",
  });
  now += 15 * MINUTE;
  expect((await right(HOME)).isRight).toBe(true);
});

test("a sign-in is not let through by a failure that was not there when it began to wait", async () => {
  await failedFrom(FAR.address, 49);
  const gate = Promise.withResolvers<void>();
  passwords.pause = gate.promise;
  passwords.started = 0;
  const all = ["a", "b", "c"].map((username) => tryAs(FAR, { account: null, username }));
  const ends = Promise.allSettled(all);
  // Two are hashed at once, and the third waits for its turn. All have passed the first look.
  await expect.poll(() => [passwords.started, passwords.turns.length]).toEqual([2, 3]);
  gate.resolve();
  expect((await ends).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
});

const DEVICE = "device-of-ada-00000000";

test("a person whom strangers try to shut out signs in from a network that the school knows, while the address may", async () => {
  await signedIn(HOME);
  await fail(10, () => FAR);
  const { key } = personal("network(192.0.2.1)");
  expect(await right(HOME)).toEqual(rightBy(null, key));
  await failedFrom(HOME.address, 50);
  await expect(right(HOME)).rejects.toMatchObject(REFUSED);
});

test("a person whom strangers try to shut out has ten failures on each device and in each network", async () => {
  const own = { ...FAR, device: DEVICE };
  await signedIn(own);
  await signedIn(HOME);
  await fail(10, () => own);
  await expect(right(own)).rejects.toMatchObject(REFUSED);
  await fail(10, () => HOME);
  await expect(right(HOME)).rejects.toMatchObject(REFUSED);
  // A stranger still has those of the name.
  expect((await right({ address: "198.51.100.7", device: null })).isRight).toBe(true);
});

test("a person whom strangers try to shut out is not known by the device or network of somebody else", async () => {
  const bob = await addPerson();
  const shared = { ...HOME, device: DEVICE };
  await signedIn(shared, bob);
  expect(await right(shared)).toEqual(rightBy(DEVICE, `name(${ada.username})`));
});

const verifyOwn = (account: Account, password: string) =>
  attempts.verifyOwn(account.id, password, ada.password, new AbortController().signal);

test("the own password of somebody who is signed in can be guessed ten times", async () => {
  const bob = await addPerson();
  for (let at = 0; at < 9; at += 1) expect(await verifyOwn(ada, "wrong")).toBe(false);
  expect(await verifyOwn(ada, PASSWORD)).toBe(true);
  expect(await verifyOwn(ada, "wrong")).toBe(false);
  await expect(verifyOwn(ada, PASSWORD)).rejects.toMatchObject(REFUSED);
  expect(await verifyOwn(bob, PASSWORD)).toBe(true);
  expect(passwords.turns[0]).toMatchObject({ party: `own(${ada.id})`, known: true });
  // The form still takes the password.
  expect((await right(HOME)).isRight).toBe(true);
});

test("a success makes device and network known, and forgives the failures", async () => {
  const budget = { key: "forgiven", failures: 1 };
  const other = { key: "other", failures: 1 };
  await failures.record([budget, other]);
  const device = await store.database.write((db) =>
    attempts.succeeded(db, ada.id, { ...HOME, device: DEVICE }, budget),
  );
  expect(device).toBe(DEVICE);
  expect(await origins.whoKnows(`device(${DEVICE})`, ada.id)).toBe("person");
  expect(await origins.whoKnows("network(192.0.2.1)", ada.id)).toBe("person");
  expect(await failures.secondsToWait([budget])).toBe(0);
  expect(await failures.secondsToWait([other])).toBeGreaterThan(0);
});

test("a success by a mailed link makes only this place known", async () => {
  const bob = await addPerson();
  await signedIn({ ...FAR, device: DEVICE });
  await signedIn(FAR, bob);
  await failures.record([personal("network(192.0.2.1)"), personal("network(203.0.113.9)")]);
  const device = await store.database.write((db) => attempts.passwordReset(db, ada, HOME));
  expect(await origins.whoKnows(`device(${DEVICE})`, ada.id)).toBe("nobody");
  expect(await origins.whoKnows("network(203.0.113.9)", ada.id)).toBe("school");
  expect(await origins.whoKnows(`device(${device})`, ada.id)).toBe("person");
  expect(await origins.whoKnows("network(192.0.2.1)", ada.id)).toBe("person");
  const once = (budget: { key: string }) => failures.secondsToWait([{ ...budget, failures: 1 }]);
  expect(await once(personal("network(192.0.2.1)"))).toBe(0);
  expect(await once(personal("network(203.0.113.9)"))).toBeGreaterThan(0);
});

/** How an attempt ended: its value, or the refusal. */
const endOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    (value) => value,
    ({ status, code, message, headers }) =>
      status ? `${status} ${code} ${headers["Retry-After"]}` : message,
  );

test("failures of an address are counted for the site of an IPv6 address too, two hundred at most", () => {
  expect(addressBudgets(keyedHash, "sign-in", "2001:db8:1:2ff::1")).toEqual([
    { key: "sign-in(2001:db8:1:200/56)", failures: 50 },
    { key: "sign-in(2001:db8:1/48)", failures: 200 },
  ]);
});

const throttle = () => new Throttle(failures, "login/throttled");

test("attempts are refused while a budget is used up, with the seconds to wait", async () => {
  const budgetOf = (key: string, failures: number) => ({ key, failures });
  const [small, large] = [budgetOf("small", 2), budgetOf("large", 3)];
  const guard = throttle();
  await guard.record([small, large]);
  expect(await endOf(guard.assertAllowed([small, large]))).toBeUndefined();
  now += MINUTE;
  await guard.record([small]);
  await expect(guard.assertAllowed([large, small])).rejects.toMatchObject({
    ...REFUSED,
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
