import { expect, test } from "vitest";
import type { Answer } from "../support/client.ts";
import { DAY, openSchool, PASSWORD, type TestSchool } from "../support/test-school.ts";

const PUBLIC_URL = "https://learn.school.example";
const SITE = "https://www.tailors.example";
const COOKIE = "__Host-framed-session";
const NEW_PASSWORD = { current_password: PASSWORD, new_password: "new needles and pins" };
const RESTORE = "/user/framed-session/restore";

/** What a browser says of a call that the app's own page sends, whatever page is around its frame. */
const OWN = { Origin: PUBLIC_URL, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors" };
const SCRIPT = { ...OWN, "Sec-Fetch-Dest": "empty" };

const cross = (Origin: string) => ({ ...SCRIPT, Origin, "Sec-Fetch-Site": "cross-site" });

/** What a browser says of requests that other pages, or no script, have caused. */
const OTHERS: Readonly<Record<string, Record<string, string>>> = {
  "a script of a site that may show the app": cross(SITE),
  "a script of a site that may not": cross("https://stranger.example"),
  "a script of another host of the school's domain": {
    ...cross("https://www.school.example"),
    "Sec-Fetch-Site": "same-site",
  },
  "a script without an origin": cross("null"),
  "an address that a person has entered": {
    "Sec-Fetch-Site": "none",
    "Sec-Fetch-Dest": "document",
  },
  ...Object.fromEntries(
    ["document", "iframe", "image", "script"].map((place) => [
      `a request of the school's own page for its ${place}`,
      { ...OWN, "Sec-Fetch-Dest": place },
    ]),
  ),
  "a program that says nothing": {},
  "a program that names its origin alone": { Origin: PUBLIC_URL },
  "a page that says it in lines of its own": {
    ...SCRIPT,
    "Sec-Fetch-Site": "cross-site, same-origin",
  },
};

/** The value of the cookie that an answer sets; null: none; empty: it ends the cookie. */
const cookieOf = (answer: Answer): string | null => {
  const set = answer.headers["set-cookie"]?.find((each) => each.startsWith(`${COOKIE}=`));
  return set === undefined ? null : (/=([^;]*)/.exec(set)?.[1] ?? null);
};

const school = openSchool.shared({ publicUrl: PUBLIC_URL, allowedOrigins: [SITE] });
let count = 0;

const keep = (token: string, headers: Record<string, string> = SCRIPT, at: TestSchool = school) =>
  at.call("/user/framed-session", { token, headers, json: {} });
const restore = (cookie: string, headers: Record<string, string> = SCRIPT, at = school) =>
  at.call(RESTORE, { headers: { ...headers, Cookie: `${COOKIE}=${cookie}` }, json: {} });
const opens = async (token: string) =>
  (await school.call("/user/courses", { token })).status === 200;

const kept = async () => {
  const person = await school.add();
  const token = await school.token(person, `session-${++count}`);
  const cookie = cookieOf(await keep(token)) ?? "";
  return { ...person, token, cookie };
};
type Kept = Awaited<ReturnType<typeof kept>>;

test("a frame's session is kept by a cookie that no script reads and each site has for itself", async () => {
  const person = await school.add();
  const token = await school.token(person, "of-a-frame");
  const answer = await keep(token);
  expect(answer.status).toBe(204);
  expect(answer.headers["set-cookie"]).toEqual([
    `${COOKIE}=${token}; Max-Age=5184000; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`,
  ]);
  school.now += DAY;
  const again = await restore(cookieOf(answer) ?? "");
  expect(again.status).toBe(200);
  expect(again.json).toMatchObject({
    token,
    user: { username: person.username, sessionId: "of-a-frame", signedInElsewhere: false },
  });
  // Each visit keeps it for as long again.
  expect(cookieOf(again)).toBe(token);
  expect(again.headers["cache-control"]).toBe("no-store");
});

const others = Object.entries(OTHERS);

test.each(others)("a frame's session is given to no other page: %s", async (_, headers) => {
  const { token, cookie } = await kept();
  for (const answer of [await restore(cookie, headers), await keep(token, headers)]) {
    expect(answer.outcome).toEqual([403, "session/not_allowed"]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.text).not.toContain(token);
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  }
});

/** What a browser sends of a cookie. */
const sent = (cookie: string, name = COOKIE) => ({ ...SCRIPT, Cookie: `${name}=${cookie}` });

test("a frame's session is given to no form, whatever it says it sends", async () => {
  const headers = sent((await kept()).cookie);
  for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
    const asking = { body: "{}", headers: { ...headers, "Content-Type": type } };
    expect((await school.call(RESTORE, asking)).status).toBe(415);
  }
  expect((await school.call(RESTORE, { headers })).status).not.toBe(200);
});

test("a frame's cookie alone opens no call, and changes nothing", async () => {
  const { id, token, cookie } = await kept();
  const headers = sent(cookie);
  const asked: [path: string, asking: object][] = [
    ["/user/courses", {}],
    ["/user/get-session?t=1", {}],
    ["/user/framed-session", { json: {} }],
    ["/user/logout", { method: "POST" }],
    ["/user/accept-policy", { json: { policy: "personaldata", accepted: true } }],
    ["/user/change-password", { json: NEW_PASSWORD }],
    ["/user/notes/101", { method: "PUT", json: { text: "Mine" } }],
    ["/assets/fetchData?product=PM&title=sheet.pdf", {}],
  ];
  for (const [path, asking] of asked) {
    const { status } = await school.call(path, { ...asking, headers });
    expect([path, status]).toEqual([path, 401]);
  }
  expect(await opens(token)).toBe(true);
  expect(await school.rows("token", { account_id: id })).toHaveLength(1);
});

const signOut = (token: string, headers = {}) =>
  school.call("/user/logout", { method: "POST", token, headers });
const changePassword = (token: string) =>
  school.call("/user/change-password", { token, json: NEW_PASSWORD });
const administer = async (call: "actions" | "removals", json: object) => {
  const { token } = await school.signedIn({ level: 100 });
  expect((await school.call(`/staff/people/${call}`, { token, json })).status).toBe(200);
};

test.each<[when: string, end: (person: Kept) => unknown]>([
  ["after signing out", ({ token }) => signOut(token)],
  [
    "after a new password",
    async ({ token }) => {
      expect((await changePassword(token)).status).toBe(200);
      await signOut(token);
    },
  ],
  [
    "after a new password elsewhere",
    async ({ username }) => {
      const { token } = (await school.login(username, PASSWORD, "elsewhere")).json;
      expect((await changePassword(token)).status).toBe(200);
    },
  ],
  [
    "after sign-out at the desk",
    ({ id }) => administer("actions", { people: [id], action: "sign-out" }),
  ],
  ["after block at the desk", ({ id }) => administer("actions", { people: [id], action: "block" })],
  ["after the account was removed", ({ id }) => administer("removals", { people: [id], count: 1 })],
  [
    "after the last day of the account",
    async ({ id }) => {
      await school.changeAccount(id, { expire: "2026-10-01" });
      // The cache of tokens ends at midnight.
      school.now += DAY;
    },
  ],
  [
    "after 60 days without use",
    () => {
      school.now += 61 * DAY;
    },
  ],
])("a frame's stolen cookie opens nothing %s", async (_, end) => {
  const person = await kept();
  await end(person);
  const answer = await restore(person.cookie);
  expect(answer.outcome).toEqual([401, "session/no_token"]);
  expect(cookieOf(answer)).toBe("");
});

test("a frame's session that a later sign-in has replaced is not given back, and the page is told why", async () => {
  const { username, cookie } = await kept();
  await school.login(username, PASSWORD, "a-later-one");
  const answer = await restore(cookie);
  expect(answer.outcome).toEqual([409, "session/used_elsewhere"]);
  expect(cookieOf(answer)).toBe("");
});

test("signing out ends the cookie of a frame, and sets none elsewhere", async () => {
  const { token, cookie } = await kept();
  const answer = await signOut(token, sent(cookie));
  expect([answer.status, cookieOf(answer)]).toEqual([204, ""]);
  const other = await kept();
  const plain = await signOut(other.token);
  expect([plain.status, plain.headers["set-cookie"]]).toEqual([204, undefined]);
});

const PLANTED = ["", "guessed", "a.b", "%00", "Bearer x", "x".repeat(201), "__proto__", "ключ"];

test.each(PLANTED)("a planted cookie opens nothing: %j", async (planted) => {
  const answer = await restore(encodeURIComponent(planted));
  expect([answer.status, cookieOf(answer)]).toEqual([401, ""]);
});

test("a planted cookie with another name than the one that browsers protect counts for nothing", async () => {
  const { token } = await kept();
  for (const name of ["framed-session", "__Secure-framed-session", "__host-framed-session"]) {
    const asking = { headers: sent(token, name), json: {} };
    expect((await school.call(RESTORE, asking)).status).toBe(401);
  }
});

test("a frame's session is kept by no cookie without HTTPS", async () => {
  const plain = await openSchool({ allowedOrigins: [SITE] });
  const token = await plain.token(await plain.add(), "plain");
  const headers = { ...SCRIPT, Origin: plain.url };
  for (const answer of [await keep(token, headers, plain), await restore(token, headers, plain)]) {
    expect([answer.status, answer.headers["set-cookie"]]).toEqual([403, undefined]);
  }
});
