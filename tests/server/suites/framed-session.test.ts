import { describe, expect, test } from "vitest";
import type { Answer } from "../support/client.ts";
import { DAY, openSchool, PASSWORD, type TestSchool } from "../support/test-school.ts";

const PUBLIC_URL = "https://learn.school.example";
const SITE = "https://www.tailors.example";
const COOKIE = "__Host-framed-session";
const RESTORE = "/user/framed-session/restore";

/** What a browser says of a call that the app's own page sends, whatever page is around its frame. */
const OWN = { Origin: PUBLIC_URL, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors" };
const SCRIPT = { ...OWN, "Sec-Fetch-Dest": "empty" };

/** What a browser says of requests that other pages, or no script, have caused. */
const OTHERS: readonly [who: string, headers: Record<string, string>][] = [
  [
    "a script of a site that may show the app",
    { ...SCRIPT, Origin: SITE, "Sec-Fetch-Site": "cross-site" },
  ],
  [
    "a script of a site that may not",
    { ...SCRIPT, Origin: "https://stranger.example", "Sec-Fetch-Site": "cross-site" },
  ],
  [
    "a script of another host of the school's domain",
    { ...SCRIPT, Origin: "https://www.school.example", "Sec-Fetch-Site": "same-site" },
  ],
  ["a script without an origin", { ...SCRIPT, Origin: "null", "Sec-Fetch-Site": "cross-site" }],
  [
    "an address that a person has entered",
    { "Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document" },
  ],
  ...["document", "iframe", "image", "script", "style", "object"].map(
    (place): [string, Record<string, string>] => [
      `a request of the school's own page for its ${place}`,
      { ...OWN, "Sec-Fetch-Dest": place },
    ],
  ),
  ["a program that says nothing", {}],
  ["a program that names its origin alone", { Origin: PUBLIC_URL }],
  [
    "a page that says it in lines of its own",
    { ...SCRIPT, "Sec-Fetch-Site": "cross-site, same-origin" },
  ],
];

/** The value of the cookie that an answer sets; null: none; empty: it ends the cookie. */
const cookieOf = (answer: Answer): string | null => {
  const set = answer.headers["set-cookie"]?.find((each) => each.startsWith(`${COOKIE}=`));
  return set === undefined ? null : (/=([^;]*)/.exec(set)?.[1] ?? null);
};

/** A session that a frame's cookie keeps. */
interface Kept {
  id: number;
  username: string;
  token: string;
  cookie: string;
}

const school = openSchool.shared({ publicUrl: PUBLIC_URL, allowedOrigins: [SITE] });
let count = 0;

const keep = (token: string, headers: Record<string, string> = SCRIPT, at: TestSchool = school) =>
  at.call("/user/framed-session", { token, headers, json: {} });
const restore = (cookie: string, headers: Record<string, string> = SCRIPT, at = school) =>
  at.call(RESTORE, { headers: { ...headers, Cookie: `${COOKIE}=${cookie}` }, json: {} });
const opens = async (token: string) =>
  (await school.call("/user/courses", { token })).status === 200;

const kept = async (): Promise<Kept> => {
  const person = await school.add();
  const token = await school.token(person, `session-${++count}`);
  const cookie = cookieOf(await keep(token)) ?? "";
  return { ...person, token, cookie };
};

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

test.each(OTHERS)("a frame's session is given to no other page: %s", async (_, headers) => {
  const { token, cookie } = await kept();
  for (const answer of [await restore(cookie, headers), await keep(token, headers)]) {
    expect([answer.status, answer.json.code]).toEqual([403, "session/not_allowed"]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.text).not.toContain(token);
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  }
});

test("a frame's session is given to no form, whatever it says it sends", async () => {
  const { cookie } = await kept();
  const headers = { ...SCRIPT, Cookie: `${COOKIE}=${cookie}` };
  for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
    const asking = { body: "{}", headers: { ...headers, "Content-Type": type } };
    expect((await school.call(RESTORE, asking)).status).toBe(415);
  }
  const { status } = await school.call(RESTORE, { headers });
  expect(status).not.toBe(200);
});

test("a frame's cookie alone opens no call, and changes nothing", async () => {
  const { id, token, cookie } = await kept();
  const headers = { ...SCRIPT, Cookie: `${COOKIE}=${cookie}` };
  const asked: [path: string, asking: object][] = [
    ["/user/courses", {}],
    ["/user/get-session?t=1", {}],
    ["/user/framed-session", { json: {} }],
    ["/user/logout", { method: "POST" }],
    ["/user/accept-policy", { json: { policy: "personaldata", accepted: true } }],
    [
      "/user/change-password",
      { json: { current_password: PASSWORD, new_password: "new needles" } },
    ],
    ["/user/notes/101", { method: "PUT", json: { text: "Mine" } }],
    ["/assets/fetchData?product=PM&title=sheet.pdf", {}],
  ];
  for (const [path, asking] of asked) {
    const { status } = await school.call(path, { ...asking, headers });
    expect([path, status]).toEqual([path, 401]);
  }
  expect(await opens(token)).toBe(true);
  const tokens = school.database.read.selectFrom("token").select("hash");
  expect(await tokens.where("account_id", "=", id).execute()).toHaveLength(1);
});

describe("a frame's cookie that was stolen is worth nothing", () => {
  const ends: Record<string, (person: Kept) => Promise<unknown>> = {
    "after signing out": ({ token }) => school.call("/user/logout", { method: "POST", token }),
    "after a new password": async ({ token }) => {
      const json = { current_password: PASSWORD, new_password: "new needles and pins" };
      expect((await school.call("/user/change-password", { token, json })).status).toBe(200);
      await school.call("/user/logout", { method: "POST", token });
    },
    "after a new password elsewhere": async ({ username }) => {
      const { token } = (await school.login(username, PASSWORD, "elsewhere")).json;
      const json = { current_password: PASSWORD, new_password: "new needles and pins" };
      expect((await school.call("/user/change-password", { token, json })).status).toBe(200);
    },
    ...Object.fromEntries(
      ["sign-out", "block"].map((action) => [
        `after ${action} at the desk`,
        async ({ id }: Kept) => {
          const token = await school.token(await school.add({ level: 100 }));
          const json = { people: [id], action };
          const answer = await school.call("/staff/people/actions", { token, json });
          expect(answer.status).toBe(200);
        },
      ]),
    ),
    "after the account was removed": async ({ id }) => {
      const token = await school.token(await school.add({ level: 100 }));
      const json = { people: [id], count: 1 };
      expect((await school.call("/staff/people/removals", { token, json })).status).toBe(200);
    },
    "after the last day of the account": async ({ id }) => {
      const expire = "2026-10-01";
      await school.changeAccount(id, { expire });
      // The cache of tokens ends at midnight.
      school.now += DAY;
    },
    "after 60 days without use": async () => {
      school.now += 61 * DAY;
    },
  };

  test.each(Object.keys(ends))("a frame's stolen cookie opens nothing %s", async (when) => {
    const person = await kept();
    await ends[when]?.(person);
    const answer = await restore(person.cookie);
    expect([answer.status, answer.json.code]).toEqual([401, "session/no_token"]);
    expect(cookieOf(answer)).toBe("");
  });
});

test("a frame's session that a later sign-in has replaced is not given back, and the page is told why", async () => {
  const { username, cookie } = await kept();
  await school.login(username, PASSWORD, "a-later-one");
  const answer = await restore(cookie);
  expect([answer.status, answer.json.code]).toEqual([409, "session/used_elsewhere"]);
  expect(cookieOf(answer)).toBe("");
});

test("signing out ends the cookie of a frame, and sets none elsewhere", async () => {
  const { token, cookie } = await kept();
  const headers = { ...SCRIPT, Cookie: `${COOKIE}=${cookie}` };
  const answer = await school.call("/user/logout", { method: "POST", token, headers });
  expect([answer.status, cookieOf(answer)]).toEqual([204, ""]);
  const other = await kept();
  const plain = await school.call("/user/logout", { method: "POST", token: other.token });
  expect([plain.status, plain.headers["set-cookie"]]).toEqual([204, undefined]);
});

test.each(["", "guessed", "a.b", "%00", "Bearer x", "x".repeat(201), "__proto__", "ключ"])(
  "a planted cookie opens nothing: %j",
  async (planted) => {
    const answer = await restore(encodeURIComponent(planted));
    expect([answer.status, cookieOf(answer)]).toEqual([401, ""]);
  },
);

test("a planted cookie with another name than the one that browsers protect counts for nothing", async () => {
  const { token } = await kept();
  for (const name of ["framed-session", "__Secure-framed-session", "__host-framed-session"]) {
    const headers = { ...SCRIPT, Cookie: `${name}=${token}` };
    expect((await school.call(RESTORE, { headers, json: {} })).status).toBe(401);
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
