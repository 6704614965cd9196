import { describe, expect, test } from "vitest";
import {
  addPasskey,
  addTutor,
  codeAt,
  DOMAIN,
  firstStep,
  outcome,
  own,
  PUBLIC_URL,
  readOwn,
  secondStep,
  type Tutor,
} from "../support/second-factor.ts";
import { type Page, SoftAuthenticator } from "../support/soft-authenticator.ts";
import { openSchool, PASSWORD } from "../support/test-school.ts";

const WRONG = [403, "second_factor/wrong"];
const EXPIRED = [410, "second_factor/expired"];

/** A site that may show the app in a frame, and one that may not. */
const SITE = "https://www.tailors.example";
const STRANGER = "https://www.stranger.example";

const RANDOM = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** One thing about the page or the device that is not as it should be. */
const LIES: readonly [what: string, lie: Partial<Page>][] = [
  ["the origin of another site", { origin: "https://evil.example" }],
  ["an origin that begins like the school's", { origin: `${PUBLIC_URL}.evil.example` }],
  ["the origin of a domain below the school's", { origin: `https://evil.${DOMAIN}` }],
  ["the school's origin without TLS", { origin: `http://${DOMAIN}` }],
  ["the origin of another port", { origin: `${PUBLIC_URL}:8443` }],
  ["the origin null", { origin: "null" }],
  ["the origin of a site that may only show the app", { origin: SITE }],
  ["the domain of another site", { rpId: "evil.example" }],
  ["the domain above the school's", { rpId: "example" }],
  ["a domain below the school's", { rpId: `evil.${DOMAIN}` }],
  ["another challenge", { challenge: RANDOM }],
  ["the type of a payment", { type: "payment.get" }],
  ["no touch of a person", { isPresent: false }],
  ["a frame of a site that is not listed", { crossOrigin: true, topOrigin: STRANGER }],
  ["a frame of a page whose origin is null", { crossOrigin: true, topOrigin: "null" }],
  ["a site around it that is no frame", { crossOrigin: false, topOrigin: SITE }],
];

/** Bytes that are no answer of a device. */
const SHAPES: readonly [what: string, change: object][] = [
  ["no response", { response: undefined }],
  ["client data that is no JSON", { response: { clientDataJSON: "bm9uZQ" } }],
  ["client data that is null", { response: { clientDataJSON: "bnVsbA" } }],
  ["another id than the raw one", { rawId: RANDOM }],
  ["another type of credential", { type: "password" }],
];

const school = openSchool.shared({ publicUrl: PUBLIC_URL, allowedOrigins: [SITE] });
const strict = openSchool.shared({
  publicUrl: PUBLIC_URL,
  allowedOrigins: [SITE],
  requiresSecondFactor: true,
});

const page = (challenge: string, lie: Partial<Page> = {}): Page => ({
  origin: PUBLIC_URL,
  challenge,
  ...lie,
});

const beginOwn = async (tutor: Tutor, at = school) =>
  (await own(at, tutor.token, "passkeys/begin", { proof: PASSWORD })).json;

const finishOwn = (tutor: Tutor, challenge: string, passkey: unknown, at = school) =>
  own(at, tutor.token, "passkeys", { challenge, name: "Key", passkey });

const finishSetUp = (challenge: string, passkey: unknown) =>
  secondStep(strict, challenge, { newPasskey: { name: "Key", passkey } });

/** The three calls that take what a device has signed. Each says what it was answered. */
const DOORS = {
  "in the profile": async (lie: Partial<Page>, shape: object = {}) => {
    const tutor = await addTutor(school);
    const { challenge, options } = await beginOwn(tutor);
    const passkey = new SoftAuthenticator(DOMAIN).register(page(options.challenge, lie));
    const answer = await finishOwn(tutor, challenge, { ...passkey, ...shape });
    expect((await readOwn(school, tutor.token)).passkeys).toHaveLength(
      answer.status === 200 ? 1 : 0,
    );
    return outcome(answer);
  },
  "where a sign-in sets one up": async (lie: Partial<Page>, shape: object = {}) => {
    const tutor = await strict.add({ level: 10 });
    const { challenge, setUp } = await firstStep(strict, tutor);
    const signed = page(setUp.passkey.challenge, lie);
    const passkey = new SoftAuthenticator(DOMAIN).register(signed);
    const answer = await finishSetUp(challenge, { ...passkey, ...shape });
    expect((await firstStep(strict, tutor)).setUp === null).toBe(answer.status === 200);
    return outcome(answer);
  },
  "of a sign-in": async (lie: Partial<Page>, shape: object = {}) => {
    const tutor = await addTutor(school);
    const { device } = await addPasskey(school, tutor);
    const { challenge, passkey } = await firstStep(school, tutor);
    const signed = { ...device.sign(page(passkey.challenge, lie)), ...shape };
    return outcome(await secondStep(school, challenge, { passkey: signed }));
  },
};

describe.each(Object.entries(DOORS))("a passkey %s", (_, answerOf) => {
  test.each(LIES)("a passkey is refused with %s", async (_what, lie) => {
    expect(await answerOf(lie)).toEqual(WRONG);
  });

  test.each(SHAPES)("a passkey is refused with %s", async (_what, shape) => {
    expect(await answerOf({}, shape)).toEqual(WRONG);
  });

  test.each([
    ["in the school's own page", {}],
    ["in a frame of a listed site", { crossOrigin: true, topOrigin: SITE }],
    ["in a frame of a browser that does not tell the site", { crossOrigin: true }],
  ])("a passkey is taken %s", async (_what, lie) => {
    expect((await answerOf(lie))[0]).toBe(200);
  });
});

test("a passkey made for a sign-in does not sign in, and one that signs in is not made", async () => {
  const tutor = await addTutor(school);
  const { device } = await addPasskey(school, tutor);
  const step = await firstStep(school, tutor);
  const made = new SoftAuthenticator(DOMAIN).register(page(step.passkey.challenge));
  const asMade = page(step.passkey.challenge, { type: "webauthn.create" });
  for (const passkey of [
    made,
    { ...made, id: device.id.toString("base64url") },
    device.sign(asMade),
  ]) {
    expect(outcome(await secondStep(school, step.challenge, { passkey }))).toEqual(WRONG);
  }
  const begun = await beginOwn(tutor);
  const { challenge } = begun.options;
  for (const wrong of [
    device.sign(page(challenge)),
    new SoftAuthenticator(DOMAIN).register(page(challenge, { type: "webauthn.get" })),
  ]) {
    expect(outcome(await finishOwn(tutor, begun.challenge, wrong))).toEqual(WRONG);
  }
  expect((await readOwn(school, tutor.token)).passkeys).toHaveLength(1);
});

test("a passkey is good for one answer, whatever it was made for", async () => {
  const tutor = await addTutor(school);
  const { challenge, options } = await beginOwn(tutor);
  const device = new SoftAuthenticator(DOMAIN);
  const passkey = device.register(page(options.challenge));
  expect((await finishOwn(tutor, challenge, passkey)).status).toBe(200);
  expect(outcome(await finishOwn(tutor, challenge, passkey))).toEqual(EXPIRED);
  const next = await beginOwn(tutor);
  expect(outcome(await finishOwn(tutor, next.challenge, passkey))).toEqual(WRONG);
  const step = await firstStep(school, tutor);
  const signed = device.sign(page(step.passkey.challenge));
  const signIn = (sent: string) => secondStep(school, sent, { passkey: signed });
  expect((await signIn(step.challenge)).status).toBe(200);
  expect(outcome(await signIn(step.challenge))).toEqual(EXPIRED);
  expect(outcome(await signIn((await firstStep(school, tutor)).challenge))).toEqual(WRONG);
});

test("a passkey is taken for what its challenge was begun for, and nothing else", async () => {
  const tutor = await addTutor(school);
  const { device } = await addPasskey(school, tutor);
  const begun = await beginOwn(tutor);
  const step = await firstStep(school, tutor);
  const signed = device.sign(page(begun.options.challenge));
  const made = new SoftAuthenticator(DOMAIN).register(page(step.passkey.challenge));
  const app = (await own(school, tutor.token, "totp/begin", { proof: PASSWORD })).json;
  const answers = [
    await secondStep(school, begun.challenge, { passkey: signed }),
    await finishOwn(tutor, step.challenge, made),
    await finishOwn(tutor, app.challenge, made),
  ];
  expect(answers.map(outcome)).toEqual([EXPIRED, EXPIRED, EXPIRED]);
});

test("a passkey that another account has cannot be set up at a sign-in", async () => {
  const setUp = async (key: SoftAuthenticator) => {
    const step = await firstStep(strict, await strict.add({ level: 10 }));
    const passkey = key.register(page(step.setUp.passkey.challenge));
    return outcome(await finishSetUp(step.challenge, passkey));
  };
  const key = new SoftAuthenticator(DOMAIN);
  expect((await setUp(key))[0]).toBe(200);
  expect(await setUp(key)).toEqual(WRONG);
});

test("a passkey is taken at a sign-in only where one is set up", async () => {
  const tutor = await strict.add({ level: 10 });
  const { challenge, setUp } = await firstStep(strict, tutor);
  const passkey = new SoftAuthenticator(DOMAIN).register(page(setUp.passkey.challenge));
  const code = codeAt(setUp.secret, strict.now);
  const { token } = (await secondStep(strict, challenge, { code })).json;
  const next = await firstStep(strict, tutor);
  expect(outcome(await finishSetUp(next.challenge, passkey))).toEqual(WRONG);
  expect((await readOwn(strict, token)).passkeys).toEqual([]);
});

test("a passkey in a frame is refused where the school lists no site, also when the browser names none", async () => {
  const alone = await openSchool({ publicUrl: PUBLIC_URL });
  const tutor = await addTutor(alone);
  const { device } = await addPasskey(alone, tutor);
  for (const lie of [{ crossOrigin: true }, { crossOrigin: true, topOrigin: SITE }]) {
    const { challenge, options } = await beginOwn(tutor, alone);
    const made = new SoftAuthenticator(DOMAIN).register(page(options.challenge, lie));
    expect(outcome(await finishOwn(tutor, challenge, made, alone))).toEqual(WRONG);
    const step = await firstStep(alone, tutor);
    const passkey = device.sign(page(step.passkey.challenge, lie));
    expect(outcome(await secondStep(alone, step.challenge, { passkey }))).toEqual(WRONG);
  }
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
