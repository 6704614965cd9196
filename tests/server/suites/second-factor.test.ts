import { expect, test } from "vitest";
import { runInProcess } from "../support/run-in-process.ts";
import {
  addApp,
  addPasskey,
  addTutor,
  addTutorWithApp,
  codeAt,
  DOMAIN,
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
const NO_PROOF = [403, "password/wrong_password"];

const school = openSchool.shared({ publicUrl: PUBLIC_URL });

const begin = async ({ token }: { token: string }) =>
  (await own(school, token, "totp/begin", { proof: PASSWORD })).json;

test("setting up a second factor lists what there is, and never a secret again", async () => {
  const tutor = await addTutor(school);
  const nothing = { passkeys: [], totp: null, recoveryCodes: 0, required: false };
  expect(await readOwn(school, tutor.token)).toEqual({ ...nothing, passkeyDomain: DOMAIN });
  const begun = await begin(tutor);
  const uri = new URL(begun.uri);
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toContain(tutor.username);
  expect(uri.searchParams.get("issuer")).toBe("Thimble School");
  expect(uri.searchParams.get("secret")).toBe(begun.secret);

  const { secret } = await addApp(school, tutor);
  const { device } = await addPasskey(school, tutor, "  Blue key ");
  const times = { created: new Date(school.now).toISOString(), lastUsed: null };
  const found = await readOwn(school, tutor.token);
  expect(found).toMatchObject({
    passkeys: [{ id: device.id.toString("base64url"), name: "Blue key", ...times }],
    ...{ totp: times, recoveryCodes: 10 },
  });
  expect(JSON.stringify(found)).not.toContain(secret);
});

const GUARDED = ["totp/begin", "passkeys/begin", "recovery-codes", "remove"];

test.each(GUARDED)("setting up a second factor limits guesses of the proof: %s", async (path) => {
  const { tutor } = await addTutorWithApp(school);
  for (let count = 0; count < 10; count++) {
    const answer = await own(school, tutor.token, path, { proof: "not the password" });
    expect(outcome(answer)).toEqual(NO_PROOF);
  }
  expect((await own(school, tutor.token, path, { proof: PASSWORD })).status).toBe(429);
  expect((await readOwn(school, tutor.token)).recoveryCodes).toBe(10);
});

test("setting up a second factor takes a fresh code in place of the password, once", async () => {
  const { tutor, secret, recoveryCodes } = await addTutorWithApp(school);
  school.now += PERIOD;
  for (const proof of [codeAt(secret, school.now), recoveryCodes[0]]) {
    const prove = () => own(school, tutor.token, "totp/begin", { proof });
    expect((await prove()).status).toBe(200);
    expect(outcome(await prove())).toEqual(NO_PROOF);
  }
  expect((await readOwn(school, tutor.token)).recoveryCodes).toBe(9);
});

test("an app is set up with its first code, within fifteen minutes and five tries", async () => {
  const tutor = await addTutor(school);
  const { challenge, secret } = await begin(tutor);
  const code = wrongCodeAt(secret, school.now);
  for (let count = 0; count < 5; count++) {
    expect(outcome(await own(school, tutor.token, "totp", { challenge, code }))).toEqual(WRONG);
  }
  const right = { challenge, code: codeAt(secret, school.now) };
  expect(outcome(await own(school, tutor.token, "totp", right))).toEqual(EXPIRED);
  const late = await begin(tutor);
  school.now += 15 * MINUTE;
  const lateCode = { challenge: late.challenge, code: codeAt(late.secret, school.now) };
  expect(outcome(await own(school, tutor.token, "totp", lateCode))).toEqual(EXPIRED);
  expect((await readOwn(school, tutor.token)).totp).toBeNull();
});

test("an app whose first answer was lost is set up by the same call, with codes that work", async () => {
  const tutor = await addTutor(school);
  const { challenge, secret } = await begin(tutor);
  const finish = (code: string) => own(school, tutor.token, "totp", { challenge, code });
  const first = await finish(codeAt(secret, school.now));
  expect(outcome(await finish(wrongCodeAt(secret, school.now)))).toEqual(WRONG);
  const second = await finish(codeAt(secret, school.now));
  expect([first.status, second.status]).toEqual([200, 200]);
  const [earlier, later] = [first, second].map(({ json }) => json.recoveryCodes[0]);
  expect((await signInWith(school, tutor, { code: earlier })).status).toBe(403);
  expect((await signInWith(school, tutor, { code: later })).status).toBe(200);
  await addApp(school, tutor);
  expect(outcome(await finish(codeAt(secret, school.now)))).toEqual(EXPIRED);
});

test("the recovery codes of a person who had some stay when the set-up of an app is repeated", async () => {
  const tutor = await addTutor(school);
  const earlier = await addApp(school, tutor);
  const { challenge, secret } = await begin(tutor);
  const right = { challenge, code: codeAt(secret, school.now) };
  for (let time = 0; time < 2; time += 1) {
    const again = await own(school, tutor.token, "totp", right);
    expect([again.status, again.json.recoveryCodes]).toEqual([200, []]);
  }
  const [code = ""] = earlier.recoveryCodes;
  expect((await signInWith(school, tutor, { code })).status).toBe(200);
});

test("setting up a second factor takes, changes and removes nothing of another account", async () => {
  const [mine, hers] = [await addTutor(school), await addTutor(school)];
  const begun = await begin(hers);
  const app = { challenge: begun.challenge, code: codeAt(begun.secret, school.now) };
  expect(outcome(await own(school, mine.token, "totp", app))).toEqual(WRONG);
  expect((await own(school, hers.token, "totp", app)).status).toBe(200);

  const { device } = await addPasskey(school, hers);
  const id = device.id.toString("base64url");
  const { json } = await own(school, mine.token, "passkeys/begin", { proof: PASSWORD });
  const { challenge, options } = json;
  const passkey = device.register({ origin: PUBLIC_URL, challenge: options.challenge });
  const add = (name: string) => own(school, mine.token, "passkeys", { challenge, name, passkey });
  expect((await add(" ")).json.errors[0].path).toBe("name");
  expect(outcome(await add("X"))).toEqual(WRONG);
  const removed = await own(school, mine.token, "remove", { proof: PASSWORD, passkey: id });
  expect(removed.status).toBe(404);
  expect(await readOwn(school, mine.token)).toMatchObject({ totp: null, passkeys: [] });
  expect((await readOwn(school, hers.token)).passkeys).toHaveLength(1);
});

test("setting up a second factor replaces recovery codes: earlier ones no longer work", async () => {
  const tutor = await addTutor(school);
  const none = await own(school, tutor.token, "recovery-codes", { proof: PASSWORD });
  expect(outcome(none)).toEqual([409, "second_factor/not_set_up"]);
  const { recoveryCodes } = await addApp(school, tutor);
  const { json } = await own(school, tutor.token, "recovery-codes", { proof: PASSWORD });
  expect(json.recoveryCodes).toHaveLength(10);
  const [before = "", after = ""] = [recoveryCodes[0], json.recoveryCodes[0]];
  expect(outcome(await signInWith(school, tutor, { code: before }))).toEqual(WRONG);
  expect((await signInWith(school, tutor, { code: after })).status).toBe(200);
});

test("setting up a second factor is undone by removing the last factor, with its recovery codes", async () => {
  const { tutor } = await addTutorWithApp(school);
  const { device } = await addPasskey(school, tutor);
  const passkey = device.id.toString("base64url");
  const remove = (more: object) => own(school, tutor.token, "remove", { proof: PASSWORD, ...more });
  expect((await remove({ passkey })).status).toBe(200);
  expect(outcome(await remove({ passkey }))).toEqual([404, "second_factor/not_found"]);
  expect((await readOwn(school, tutor.token)).recoveryCodes).toBe(10);
  expect((await remove({})).status).toBe(200);
  expect(await readOwn(school, tutor.token)).toMatchObject({ totp: null, recoveryCodes: 0 });
  expect((await school.login(tutor.username)).status).toBe(200);
});

test("a command removes a second factor, and ends the sessions and waiting sign-ins", async () => {
  const { tutor, recoveryCodes } = await addTutorWithApp(school);
  await addPasskey(school, tutor);
  const { challenge } = await firstStep(school, tutor);
  const words = ["user", "set", tutor.username, "--reset-second-factor"];
  expect(await runInProcess(words, school.variables)).toMatchObject({ code: 0 });
  const [recovery = ""] = recoveryCodes;
  expect(outcome(await secondStep(school, challenge, { code: recovery }))).toEqual(EXPIRED);
  // A server on SQLite looks every two seconds.
  school.now += 2000;
  expect((await school.call("/user/courses", { token: tutor.token })).status).toBe(401);
  const left = await readOwn(school, await school.token(tutor));
  expect(left).toMatchObject({ passkeys: [], totp: null, recoveryCodes: 0 });
});

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
  const stored = await school.rows("recovery_code");
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

test.each(["app", "passkey"])(
  "a school that requires a second factor of its staff ends a set-up by another who knows the password, once the owner has one: %s",
  async (kind) => {
    const tutor = await strict.add({ level: 10 });
    const theirs = await firstStep(strict, tutor);
    const mine = await firstStep(strict, tutor);
    const key = new SoftAuthenticator(DOMAIN);
    const { challenge } = theirs.setUp.passkey;
    const code = codeAt(mine.setUp.secret, strict.now);
    expect((await secondStep(strict, mine.challenge, { code })).status).toBe(200);
    const answer =
      kind === "app"
        ? { code: codeAt(theirs.setUp.secret, strict.now) }
        : { newPasskey: { name: "Key", passkey: key.register({ origin: PUBLIC_URL, challenge }) } };
    expect(outcome(await secondStep(strict, theirs.challenge, answer))).toEqual(EXPIRED);
    strict.now += PERIOD;
    const next = await firstStep(strict, tutor);
    const right = { code: codeAt(mine.setUp.secret, strict.now) };
    expect((await secondStep(strict, next.challenge, right)).status).toBe(200);
  },
);
