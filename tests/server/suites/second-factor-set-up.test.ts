import { expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";
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
import { MINUTE, NOON, openSchool, PASSWORD } from "../support/test-school.ts";

const WRONG = [403, "second_factor/wrong"];
const EXPIRED = [410, "second_factor/expired"];
const NO_PROOF = [403, "password/wrong_password"];

const school = openSchool.shared({ publicUrl: PUBLIC_URL });

test("setting up a second factor lists what there is, and never a secret again", async () => {
  const tutor = await addTutor(school);
  const nothing = { passkeys: [], totp: null, recoveryCodes: 0, required: false };
  expect(await readOwn(school, tutor.token)).toEqual({ ...nothing, passkeyDomain: DOMAIN });
  const { json } = await own(school, tutor.token, "totp/begin", { proof: PASSWORD });
  const uri = new URL(json.uri);
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toContain(tutor.username);
  expect(uri.searchParams.get("issuer")).toBe("Thimble School");
  expect(uri.searchParams.get("secret")).toBe(json.secret);

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

test.each(["totp/begin", "passkeys/begin", "recovery-codes", "remove"])(
  "setting up a second factor needs the password or a code, and limits guesses: %s",
  async (path) => {
    const { tutor } = await addTutorWithApp(school);
    for (let count = 0; count < 10; count++) {
      const answer = await own(school, tutor.token, path, { proof: "not the password" });
      expect(outcome(answer)).toEqual(NO_PROOF);
    }
    const throttled = await own(school, tutor.token, path, { proof: PASSWORD });
    expect(throttled.status).toBe(429);
    expect((await readOwn(school, tutor.token)).recoveryCodes).toBe(10);
  },
);

test("setting up a second factor takes a fresh code in place of the password, once", async () => {
  const { tutor, secret, recoveryCodes } = await addTutorWithApp(school);
  school.now += PERIOD;
  const proof = codeAt(secret, school.now);
  expect((await own(school, tutor.token, "totp/begin", { proof })).status).toBe(200);
  expect(outcome(await own(school, tutor.token, "totp/begin", { proof }))).toEqual(NO_PROOF);
  const [recovery = ""] = recoveryCodes;
  const recovered = { proof: recovery };
  expect((await own(school, tutor.token, "totp/begin", recovered)).status).toBe(200);
  expect(outcome(await own(school, tutor.token, "totp/begin", recovered))).toEqual(NO_PROOF);
  expect((await readOwn(school, tutor.token)).recoveryCodes).toBe(9);
  school.now = NOON;
});

test("an app is set up with its first code, within fifteen minutes and five tries", async () => {
  const tutor = await addTutor(school);
  const begin = async () =>
    (await own(school, tutor.token, "totp/begin", { proof: PASSWORD })).json;
  const { challenge, secret } = await begin();
  const code = wrongCodeAt(secret, school.now);
  for (let count = 0; count < 5; count++) {
    expect(outcome(await own(school, tutor.token, "totp", { challenge, code }))).toEqual(WRONG);
  }
  const right = { challenge, code: codeAt(secret, school.now) };
  expect(outcome(await own(school, tutor.token, "totp", right))).toEqual(EXPIRED);
  const late = await begin();
  school.now += 15 * MINUTE;
  const lateCode = { challenge: late.challenge, code: codeAt(late.secret, school.now) };
  expect(outcome(await own(school, tutor.token, "totp", lateCode))).toEqual(EXPIRED);
  expect((await readOwn(school, tutor.token)).totp).toBeNull();
  school.now = NOON;
});

test("an app whose first answer was lost is set up by the same call, with codes that work", async () => {
  const tutor = await addTutor(school);
  const { challenge, secret } = (await own(school, tutor.token, "totp/begin", { proof: PASSWORD }))
    .json;
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
  const { challenge, secret } = (await own(school, tutor.token, "totp/begin", { proof: PASSWORD }))
    .json;
  for (let time = 0; time < 2; time += 1) {
    const again = await own(school, tutor.token, "totp", {
      ...{ challenge, code: codeAt(secret, school.now) },
    });
    expect([again.status, again.json.recoveryCodes]).toEqual([200, []]);
  }
  const [code = ""] = earlier.recoveryCodes;
  expect((await signInWith(school, tutor, { code })).status).toBe(200);
});

test("setting up a second factor takes, changes and removes nothing of another account", async () => {
  const [mine, hers] = [await addTutor(school), await addTutor(school)];
  const begun = (await own(school, hers.token, "totp/begin", { proof: PASSWORD })).json;
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

test("a school whose address is an IP address has no passkeys", async () => {
  const bare = await openSchool();
  const { token } = await addTutor(bare);
  const begun = await own(bare, token, "passkeys/begin", { proof: PASSWORD });
  expect(outcome(begun)).toEqual([409, "second_factor/no_passkeys"]);
  for (const [Host, domain] of [
    [new URL(bare.url).host, null],
    ["localhost:8080", "localhost"],
    ["school.example", null],
  ] as const) {
    const { json } = await bare.call("/user/second-factor", { token, headers: { Host } });
    expect(json.passkeyDomain).toBe(domain);
  }
});

test("a command removes a second factor, and ends the sessions and waiting sign-ins", async () => {
  const { tutor, recoveryCodes } = await addTutorWithApp(school);
  await addPasskey(school, tutor);
  const { challenge } = await firstStep(school, tutor);
  const { code } = await runCli(
    ["user", "set", tutor.username, "--reset-second-factor"],
    school.variables,
  );
  expect(code).toBe(0);
  const [recovery = ""] = recoveryCodes;
  expect(outcome(await secondStep(school, challenge, { code: recovery }))).toEqual(EXPIRED);
  // A server on SQLite looks every two seconds.
  school.now += 2000;
  expect((await school.call("/user/courses", { token: tutor.token })).status).toBe(401);
  const left = await readOwn(school, await school.token(tutor));
  expect(left).toMatchObject({ passkeys: [], totp: null, recoveryCodes: 0 });
});
