import { expect, test } from "vitest";
import {
  addApp,
  addPasskey,
  addTutor,
  addTutorWithApp,
  codeAt,
  firstStep,
  outcome,
  own,
  PERIOD,
  PUBLIC_URL,
  readOwn,
  secondStep,
  signInWith,
  wrongCodeAt,
} from "../support/second-factor.ts";
import { SoftAuthenticator } from "../support/soft-authenticator.ts";
import { MINUTE, openSchool, PASSWORD } from "../support/test-school.ts";

const WRONG = [403, "second_factor/wrong"];
const EXPIRED = [410, "second_factor/expired"];

const school = openSchool.shared({ publicUrl: PUBLIC_URL });

test("signing in with a second factor asks for it after the right password, and gives no token before", async () => {
  const { tutor } = await addTutorWithApp(school);
  const answer = await school.login(tutor.username, PASSWORD, "a1b2");
  expect(outcome(answer)).toEqual([401, "session/second_factor"]);
  expect(answer.json.secondFactor).toEqual({
    challenge: expect.stringMatching(/^[\w-]{40,}$/),
    totp: true,
    passkey: null,
    setUp: null,
  });
  expect(answer.text).not.toContain("token");
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect((await school.login(tutor.username, "wrong password")).status).toBe(404);
});

test("signing in with a second factor takes a code of the app, and gives the session that the first step named", async () => {
  const { tutor, secret } = await addTutorWithApp(school);
  school.now += PERIOD;
  const digits = codeAt(secret, school.now);
  const code = ` ${digits.slice(0, 3)} ${digits.slice(3)}`;
  const { status, json, headers } = await signInWith(school, tutor, { code });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    user: { username: tutor.username, sessionId: "a5e55104" },
    recoveryCodes: [],
  });
  expect(headers["set-cookie"]?.[0]).toMatch(/^device=/);
  expect((await school.call("/user/courses", { token: json.token })).status).toBe(200);
});

test("signing in with a second factor takes the code of the half minute before and after, and none further away", async () => {
  const { tutor, secret } = await addTutorWithApp(school);
  school.now += 10 * PERIOD;
  for (const [steps, status] of [
    [-2, 403],
    [2, 403],
    [-1, 200],
    [1, 200],
  ] as const) {
    const code = codeAt(secret, school.now + steps * PERIOD);
    const answer = await signInWith(school, tutor, { code });
    expect([steps, answer.status]).toEqual([steps, status]);
  }
});

test("signing in with a second factor takes no code twice, nor an earlier one after a later one", async () => {
  const { tutor, secret } = await addTutorWithApp(school);
  // The code with which the app was set up.
  const first = await signInWith(school, tutor, { code: codeAt(secret, school.now) });
  expect(outcome(first)).toEqual(WRONG);
  school.now += 2 * PERIOD;
  const code = codeAt(secret, school.now);
  expect((await signInWith(school, tutor, { code })).status).toBe(200);
  const later = await firstStep(school, tutor);
  expect(outcome(await secondStep(school, later.challenge, { code }))).toEqual(WRONG);
  const earlier = codeAt(secret, school.now - PERIOD);
  expect(outcome(await secondStep(school, later.challenge, { code: earlier }))).toEqual(WRONG);
});

test("signing in with a second factor takes one of several answers to the same challenge that arrive at once", async () => {
  const { tutor, recoveryCodes } = await addTutorWithApp(school);
  const { challenge } = await firstStep(school, tutor);
  const answers = await Promise.all(
    recoveryCodes.slice(0, 4).map((code) => secondStep(school, challenge, { code })),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 410, 410, 410]);
  expect((await readOwn(school, tutor.token)).recoveryCodes).toBe(9);
});

test("signing in with a second factor takes a recovery code once, however it is written", async () => {
  const { tutor, recoveryCodes } = await addTutorWithApp(school);
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = "", second = ""] = recoveryCodes;
  expect(first).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
  expect((await signInWith(school, tutor, { code: first })).status).toBe(200);
  const again = await firstStep(school, tutor);
  expect(outcome(await secondStep(school, again.challenge, { code: first }))).toEqual(WRONG);
  const written = second.toLowerCase().replaceAll("-", " ");
  expect((await secondStep(school, again.challenge, { code: written })).status).toBe(200);
  const stored = await school.database.read.selectFrom("recovery_code").selectAll().execute();
  for (const code of recoveryCodes) {
    expect(JSON.stringify(stored)).not.toContain(code.replaceAll("-", ""));
  }
});

test("signing in with a second factor refuses a challenge that was used, is unknown, is older than five minutes or than the password", async () => {
  const { tutor, recoveryCodes } = await addTutorWithApp(school);
  const [first = "", second = "", third = ""] = recoveryCodes;
  const { challenge } = await firstStep(school, tutor);
  expect((await secondStep(school, challenge, { code: first })).status).toBe(200);
  expect(outcome(await secondStep(school, challenge, { code: second }))).toEqual(EXPIRED);
  expect(outcome(await secondStep(school, "unknown", { code: second }))).toEqual(EXPIRED);
  const early = await firstStep(school, tutor);
  school.now += 5 * MINUTE - 1;
  expect((await secondStep(school, early.challenge, { code: second })).status).toBe(200);
  const late = await firstStep(school, tutor);
  school.now += 5 * MINUTE;
  expect(outcome(await secondStep(school, late.challenge, { code: third }))).toEqual(EXPIRED);
  const waiting = await firstStep(school, tutor);
  const json = { current_password: PASSWORD, new_password: "another needle" };
  await school.call("/user/change-password", { token: tutor.token, json });
  expect(outcome(await secondStep(school, waiting.challenge, { code: third }))).toEqual(EXPIRED);
});

test("signing in with a second factor refuses another account's codes and passkeys", async () => {
  const [mine, hers] = [await addTutor(school), await addTutor(school)];
  await addApp(school, mine);
  const { secret, recoveryCodes } = await addApp(school, hers);
  const { device } = await addPasskey(school, hers);
  const { device: own } = await addPasskey(school, mine);
  school.now += PERIOD;
  const { challenge, passkey } = await firstStep(school, mine);
  const signed = device.sign({ origin: PUBLIC_URL, challenge: passkey.challenge });
  const code = codeAt(secret, school.now);
  const [recovery = ""] = recoveryCodes;
  const mineId = own.id.toString("base64url");
  const renamed = { ...signed, id: mineId, rawId: mineId };
  for (const answer of [{ code }, { code: recovery }, { passkey: signed }, { passkey: renamed }]) {
    expect(outcome(await secondStep(school, challenge, answer))).toEqual(WRONG);
  }
  // Hers still work for her.
  expect((await signInWith(school, hers, { code })).status).toBe(200);
});

test("signing in with a second factor is good for five wrong answers, and each counts like a wrong password", async () => {
  const { tutor, secret, recoveryCodes } = await addTutorWithApp(school);
  const [right = ""] = recoveryCodes;
  const code = wrongCodeAt(secret, school.now);
  const { challenge } = await firstStep(school, tutor);
  for (let count = 0; count < 5; count++) {
    expect(outcome(await secondStep(school, challenge, { code }))).toEqual(WRONG);
  }
  expect(outcome(await secondStep(school, challenge, { code: right }))).toEqual(EXPIRED);
  const next = await firstStep(school, tutor);
  for (let count = 0; count < 5; count++) {
    expect(outcome(await secondStep(school, next.challenge, { code }))).toEqual(WRONG);
  }
  expect(outcome(await school.login(tutor.username))).toEqual([429, "login/throttled"]);
  school.now += 15 * MINUTE;
  expect((await signInWith(school, tutor, { code: right })).status).toBe(200);
});

test("signing in with a second factor refuses a passkey whose counter goes back: it may have been copied", async () => {
  const tutor = await addTutor(school);
  const { device } = await addPasskey(school, tutor);
  const signIn = async () => {
    const { challenge, passkey } = await firstStep(school, tutor);
    const signed = device.sign({ origin: PUBLIC_URL, challenge: passkey.challenge });
    return outcome(await secondStep(school, challenge, { passkey: signed }));
  };
  device.counter = 7;
  expect((await signIn())[0]).toBe(200);
  device.counter = 6;
  expect(await signIn()).toEqual(WRONG);
  device.counter = 8;
  expect((await signIn())[0]).toBe(200);
});

const strict = openSchool.shared({ publicUrl: PUBLIC_URL, requiresSecondFactor: true });

test("a school that requires a second factor of its staff lets staff set up an app at their next sign-in, before they get a token", async () => {
  expect((await strict.login((await strict.add()).username)).status).toBe(200);
  const tutor = await strict.add({ level: 10 });
  const { challenge, setUp } = await firstStep(strict, tutor);
  expect(setUp.uri).toContain(setUp.secret);
  const wrong = { code: wrongCodeAt(setUp.secret, strict.now) };
  expect(outcome(await secondStep(strict, challenge, wrong))).toEqual(WRONG);
  const code = codeAt(setUp.secret, strict.now);
  const answer = await secondStep(strict, challenge, { code });
  expect(answer.status).toBe(200);
  expect(answer.json.recoveryCodes).toHaveLength(10);
  const { token } = answer.json;
  expect(await readOwn(strict, token)).toMatchObject({ recoveryCodes: 10, required: true });
  const next = await firstStep(strict, tutor);
  expect(next).toMatchObject({ totp: true, setUp: null });
  const removed = await own(strict, token, "remove", { proof: PASSWORD });
  expect(outcome(removed)).toEqual([409, "second_factor/required"]);
  expect(await readOwn(strict, token)).toMatchObject({ recoveryCodes: 10 });
});

/** A device that has made a passkey for a page, as the set-up of a sign-in takes it. */
const makePasskey = (step: Awaited<ReturnType<typeof firstStep>>) => {
  const { challenge, rp } = step.setUp.passkey;
  const device = new SoftAuthenticator(rp.id);
  const passkey = device.register({ origin: PUBLIC_URL, challenge });
  return { device, newPasskey: { name: " Blue key ", passkey } };
};

test("a school that requires a second factor of its staff takes a new passkey only where one is set up", async () => {
  const tutor = await strict.add({ level: 10 });
  const step = await firstStep(strict, tutor);
  const { newPasskey } = makePasskey(step);
  const code = codeAt(step.setUp.secret, strict.now);
  const { token } = (await secondStep(strict, step.challenge, { code })).json;
  expect(outcome(await signInWith(strict, tutor, { newPasskey }))).toEqual(WRONG);
  expect((await readOwn(strict, token)).passkeys).toEqual([]);
});

test.each(["app", "passkey"])(
  "a school that requires a second factor of its staff ends a set-up by another who knows the password, once the owner has one: %s",
  async (kind) => {
    const tutor = await strict.add({ level: 10 });
    const theirs = await firstStep(strict, tutor);
    const mine = await firstStep(strict, tutor);
    const code = codeAt(mine.setUp.secret, strict.now);
    expect((await secondStep(strict, mine.challenge, { code })).status).toBe(200);
    const answer =
      kind === "app"
        ? { code: codeAt(theirs.setUp.secret, strict.now) }
        : { newPasskey: makePasskey(theirs).newPasskey };
    expect(outcome(await secondStep(strict, theirs.challenge, answer))).toEqual(EXPIRED);
    strict.now += PERIOD;
    const next = await firstStep(strict, tutor);
    const right = { code: codeAt(mine.setUp.secret, strict.now) };
    expect((await secondStep(strict, next.challenge, right)).status).toBe(200);
  },
);
