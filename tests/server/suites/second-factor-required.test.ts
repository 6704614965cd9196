import { expect, test } from "vitest";
import {
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
import { NOON, openSchool, PASSWORD } from "../support/test-school.ts";

const WRONG = [403, "second_factor/wrong"];
const EXPIRED = [410, "second_factor/expired"];

const school = openSchool.shared({ publicUrl: PUBLIC_URL, requiresSecondFactor: true });

test("a school that requires a second factor of its staff lets staff set up an app at their next sign-in, before they get a token", async () => {
  expect((await school.login((await school.add()).username)).status).toBe(200);
  const tutor = await school.add({ level: 10 });
  const { challenge, setUp } = await firstStep(school, tutor);
  expect(setUp.uri).toContain(setUp.secret);
  const wrong = { code: wrongCodeAt(setUp.secret, school.now) };
  expect(outcome(await secondStep(school, challenge, wrong))).toEqual(WRONG);
  const code = codeAt(setUp.secret, school.now);
  const answer = await secondStep(school, challenge, { code });
  expect(answer.status).toBe(200);
  expect(answer.json.recoveryCodes).toHaveLength(10);
  const { token } = answer.json;
  expect(await readOwn(school, token)).toMatchObject({ recoveryCodes: 10, required: true });
  const next = await firstStep(school, tutor);
  expect(next).toMatchObject({ totp: true, setUp: null });
  const removed = await own(school, token, "remove", { proof: PASSWORD });
  expect(outcome(removed)).toEqual([409, "second_factor/required"]);
  expect(await readOwn(school, token)).toMatchObject({ recoveryCodes: 10 });
});

/** A device that has made a passkey for a page, as the set-up of a sign-in takes it. */
const makePasskey = (step: Awaited<ReturnType<typeof firstStep>>) => {
  const { challenge, rp } = step.setUp.passkey;
  const device = new SoftAuthenticator(rp.id);
  const passkey = device.register({ origin: PUBLIC_URL, challenge });
  return { device, newPasskey: { name: " Blue key ", passkey } };
};

test("a school that requires a second factor of its staff lets staff make a passkey instead, which the next sign-in takes", async () => {
  const tutor = await school.add({ level: 10 });
  const step = await firstStep(school, tutor);
  const { device, newPasskey } = makePasskey(step);
  const { json } = await secondStep(school, step.challenge, { newPasskey });
  expect(json.recoveryCodes).toHaveLength(10);
  const found = await readOwn(school, json.token);
  expect(found).toMatchObject({ passkeys: [{ name: "Blue key" }], totp: null });
  const next = await firstStep(school, tutor);
  expect(next).toMatchObject({ totp: false, setUp: null });
  const { challenge } = next.passkey;
  const passkey = device.sign({ origin: PUBLIC_URL, challenge });
  expect((await secondStep(school, next.challenge, { passkey })).status).toBe(200);
});

test("a school that requires a second factor of its staff takes a new passkey only where one is set up", async () => {
  const tutor = await school.add({ level: 10 });
  const step = await firstStep(school, tutor);
  const { newPasskey } = makePasskey(step);
  const code = codeAt(step.setUp.secret, school.now);
  const { token } = (await secondStep(school, step.challenge, { code })).json;
  expect(outcome(await signInWith(school, tutor, { newPasskey }))).toEqual(WRONG);
  expect((await readOwn(school, token)).passkeys).toEqual([]);
});

test.each(["app", "passkey"])(
  "a school that requires a second factor of its staff ends a set-up by another who knows the password, once the owner has one: %s",
  async (kind) => {
    const tutor = await school.add({ level: 10 });
    const theirs = await firstStep(school, tutor);
    const mine = await firstStep(school, tutor);
    const code = codeAt(mine.setUp.secret, school.now);
    expect((await secondStep(school, mine.challenge, { code })).status).toBe(200);
    const answer =
      kind === "app"
        ? { code: codeAt(theirs.setUp.secret, school.now) }
        : { newPasskey: makePasskey(theirs).newPasskey };
    expect(outcome(await secondStep(school, theirs.challenge, answer))).toEqual(EXPIRED);
    school.now += PERIOD;
    const next = await firstStep(school, tutor);
    const right = { code: codeAt(mine.setUp.secret, school.now) };
    expect((await secondStep(school, next.challenge, right)).status).toBe(200);
    school.now = NOON;
  },
);
