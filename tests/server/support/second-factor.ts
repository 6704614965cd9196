import { Secret, TOTP } from "otpauth";
import type { Answer } from "./client.ts";
import { SoftAuthenticator } from "./soft-authenticator.ts";
import { PASSWORD, type Person, type TestSchool } from "./test-school.ts";

/** The public address of the schools in these tests; no request goes there. */
export const PUBLIC_URL = "https://school.example";
export const DOMAIN = "school.example";

/** How long a code of an authenticator app is the present one. */
export const PERIOD = 30_000;

export type Tutor = Person & { token: string };

export const codeAt = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });

/** A code that the app shows at no time near. */
export const wrongCodeAt = (secret: string, now: number): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, now + steps * PERIOD));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find(
    (code) => !near.includes(code),
  ) as string;
};

export const addTutor = (school: TestSchool): Promise<Tutor> => school.signedIn({ level: 10 });

export const own = (school: TestSchool, token: string, path: string, json: object) =>
  school.call(`/user/second-factor/${path}`, { token, json });

export const readOwn = async (school: TestSchool, token: string) =>
  (await school.call("/user/second-factor", { token })).json;

/** Adds an authenticator app. Its first code is used up. */
export const addApp = async (
  school: TestSchool,
  { token }: { token: string },
): Promise<{ secret: string; recoveryCodes: string[] }> => {
  const begun = await own(school, token, "totp/begin", { proof: PASSWORD });
  const { challenge, secret } = begun.json;
  const code = codeAt(secret, school.now);
  const done = await own(school, token, "totp", { challenge, code });
  if (done.status !== 200) throw new Error(done.text);
  return { secret, recoveryCodes: done.json.recoveryCodes };
};

export const addTutorWithApp = async (school: TestSchool) => {
  const tutor = await addTutor(school);
  return { tutor, ...(await addApp(school, tutor)) };
};

export const addPasskey = async (
  school: TestSchool,
  { token }: { token: string },
  name = "Phone",
): Promise<{ device: SoftAuthenticator; recoveryCodes: string[] }> => {
  const begun = await own(school, token, "passkeys/begin", { proof: PASSWORD });
  const { challenge, options } = begun.json;
  const device = new SoftAuthenticator(options.rp.id);
  const passkey = device.register({ origin: PUBLIC_URL, challenge: options.challenge });
  const done = await own(school, token, "passkeys", { challenge, name, passkey });
  if (done.status !== 200) throw new Error(done.text);
  return { device, recoveryCodes: done.json.recoveryCodes };
};

/** Gives the right password, and returns what the school asks for then. */
export const firstStep = async (school: TestSchool, { username }: Person) => {
  const answer = await school.login(username, PASSWORD, "a5e55104");
  if (answer.status !== 401) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json.secondFactor;
};

export const secondStep = (
  school: TestSchool,
  challenge: string,
  answer: { code: string } | { passkey: unknown } | { newPasskey: unknown },
): Promise<Answer> => school.call("/user/login/second-factor", { json: { challenge, ...answer } });

/** Gives the right password and then an answer to the second step. */
export const signInWith = async (
  school: TestSchool,
  person: Person,
  answer: Parameters<typeof secondStep>[2],
): Promise<Answer> => secondStep(school, (await firstStep(school, person)).challenge, answer);

/** The status and code of an answer, to compare both at once. */
export const outcome = (answer: Answer) => answer.outcome;
