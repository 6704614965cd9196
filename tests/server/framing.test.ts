import { beforeEach, expect, test } from "vitest";
import { type Asking, send } from "./support/client.ts";
import { FILES } from "./support/form.ts";
import { linksTo } from "./support/mailed-link.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { openSchool, PMB, sharedPerson } from "./support/test-school.ts";
import { SCRIPT_NAME, sharedWebApp } from "./support/web-app.ts";

const SITE = "https://www.tailors.example";
const STRANGER = "https://www.stranger.example";
const BY_SITES = `frame-ancestors ${SITE}; frame-src 'none'`;

/** What browsers say of a page that they show within another one. */
const PLACES = ["iframe", "frame", "object", "embed"];

const webDir = sharedWebApp({ "framed.html": "<title>In a frame</title>" });
const metricsToken = "a token for the metrics";
const school = openSchool.shared({ webDir, allowedOrigins: [SITE], metricsToken });
const student = sharedPerson(school, { courses: [{ course: PMB }] });

const get = (rawPath: string, asking: Asking = {}) => send(school.url, { rawPath, ...asking });
const policyOf = async (rawPath: string, asking?: Asking) =>
  (await get(rawPath, asking)).headers["content-security-policy"];

test.each([
  "/",
  "/tls/",
  "/tls/framed.html",
  "/tls/lessons/PM/PMB/paper",
  "/tls/authorization?next=%2Fprofile",
  `/tls/?embed=${STRANGER}`,
  `/tls/?embed=${SITE}&embed=${STRANGER}`,
  `/tls/lessons/PM/PMB/paper?embed=*`,
])("a page of another site shows %s only if the school lists the site", async (address) => {
  for (const place of PLACES) {
    const asked: Record<string, string>[] = [
      { "Sec-Fetch-Dest": place },
      { "Sec-Fetch-Dest": place, Origin: STRANGER, Referer: `${STRANGER}/` },
      {},
    ];
    for (const headers of asked) expect(await policyOf(address, { headers })).toBe(BY_SITES);
  }
});

const resetLink = async (): Promise<string> => {
  const { username, email } = await school.add();
  await school.call("/user/forgot-password", { json: { emailOrUsername: username } });
  await school.server.idle();
  return `/api${(await linksTo(school, email))[0]}`;
};

test("a page of another site shows no form for a new password, in any of its states", async () => {
  const link = await resetLink();
  const form = (password: string): Asking => ({ form: { password, repeat: password } });
  const answers = [
    await get(link),
    await get(link, form("short")),
    await get(link, form("a new needle")),
    await get("/api/reset/guessed"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 200, 404]);
  for (const { headers } of answers) {
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  }
});

/** Everything else that the school answers, which nobody has to show in a frame. */
const others: readonly [address: string, status: number, asking?: Asking][] = [
  ["/tls/no-such-picture.png", 404],
  [`/tls/assets/${SCRIPT_NAME}`, 200],
  ["/tls/manifest.webmanifest?organisation=1", 200],
  ["/tls/icon.svg?organisation=1", 200],
  ["/no-such-page", 404],
  ["/health", 200],
  ["/metrics", 401],
  ["/metrics", 200, { token: "a token for the metrics" }],
  ["/api/no-such-call", 401],
  ["/api/user/login", 401],
  ["/api/organizations/1", 200],
  [`/api/sites?origin=${STRANGER}`, 200],
  ["/api/sites", 422],
  ["/api/openid/done?error=unverified&language=he", 200],
  ["/api/openid/start", 302],
  ["/api/openid/callback?state=guessed", 302],
];

test.each(others)("another site shows nothing of %s: %i", async (address, status, asking) => {
  const answer = await get(address, asking);
  expect(answer.status).toBe(status);
  expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
});

test("a page of another site shows no file, also none whose address has a ticket", async () => {
  const query = "product=PM&title=sheet.pdf";
  const { ticket } = (await school.call(`/assets/ticket?${query}`, student)).json;
  const { token } = student;
  const { json } = await school.message(token, undefined, { "dart.jpg": FILES.jpeg(700) });
  const opened = await school.call(`/user/messages/${json.message.id}?files=url`, { token });
  const addresses: [string, Asking][] = [
    [`/assets/fetchData?${query}&ticket=${ticket}`, {}],
    [`/assets/fetchData?${query}&ticket=${ticket}`, { headers: { Range: "bytes=0-9" } }],
    [opened.json.attachments[0].url, {}],
    [`/assets/fetchData?${query}`, { token }],
    ["/assets/fetchData?product=PM&title=figures/sheet.svg", { token }],
    [`/assets/fetchData?${query}`, { token, method: "HEAD" }],
    ["/user/courses", { token }],
  ];
  for (const [address, asking] of addresses) {
    const answer = await get(`/api${address}`, asking);
    expect([address, answer.status]).toEqual([address, asking.headers ? 206 : 200]);
    expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  }
});

const SETTING = "https://school.example";
/** A school whose sites are changed. */
const changing = openSchool.shared({ allowedOrigins: [SETTING], webDir });

beforeEach(async () => {
  await changing.remove("site");
  await changing.server.refresh();
});

const run = async (...words: string[]) => {
  const variables = { ...changing.variables, ALLOWED_ORIGINS: SETTING };
  const ended = await runInProcess(["site", ...words], variables);
  await changing.server.refresh();
  return ended;
};
/** What a page of the site gets: a call, and what the school says of it. */
const asked = async (Origin: string) => {
  const { headers, json } = await changing.call(`/sites?origin=${encodeURIComponent(Origin)}`, {
    headers: { Origin },
  });
  const call = await changing.call("/organizations/1", { headers: { Origin } });
  return {
    ...json,
    mayRead: headers["access-control-allow-origin"],
    mayCall: call.headers["access-control-allow-origin"] === Origin,
  };
};
/** Who may frame the app; the other directives do not depend on sites. */
const policy = async () => {
  const { headers } = await changing.page("/tls/");
  return headers["content-security-policy"]?.toString().split("; ")[0];
};

test("the sites that may show the app are changed while the school is served, for frames and for calls", async () => {
  expect(await asked(SITE)).toEqual({ allowed: false, mayRead: "*", mayCall: false });
  expect(await run("add", `${SITE.toUpperCase()}:443/`)).toMatchObject({ code: 0, err: "" });
  await changing.restart();
  expect(await asked(SITE)).toEqual({ allowed: true, mayRead: "*", mayCall: true });
  expect(await policy()).toBe(`frame-ancestors ${SETTING} ${SITE}`);
  const again = (await run("add", SITE, "--json")).out;
  expect(JSON.parse(again)).toEqual({ site: SITE, changed: false });
  expect((await run("list")).out).toMatch(
    /^https:\/\/school\.example +ALLOWED_ORIGINS\nhttps:\/\/www\.tailors\.example +school site add\n$/,
  );
  expect(await run("remove", SITE)).toMatchObject({ code: 0 });
  expect(await asked(SITE)).toEqual({ allowed: false, mayRead: "*", mayCall: false });
  expect(await policy()).toBe(`frame-ancestors ${SETTING}`);
});

test("the sites that may show the app are changed by an administrator in the browser, too", async () => {
  const { token } = await changing.signedIn({ level: 100 });
  const call = (query: string, asking: object = {}) =>
    changing.call(`/staff/school/sites${query}`, { token, ...asking });
  for (const address of ["seam", "https://a;b.example", "https://a,b.example"]) {
    expect((await call("", { json: { address } })).status).toBe(422);
  }
  const { sites } = (await call("", { json: { address: `${SITE}/` } })).json;
  expect(sites).toContainEqual({ origin: SITE, fixed: false });
  expect(await asked(SITE)).toMatchObject({ allowed: true, mayCall: true });
  expect((await call(`?origin=${SITE}`, { method: "DELETE" })).json.sites).toHaveLength(1);
});

test("the sites that may show the app are not removed where a setting names them, or where they are not in the list", async () => {
  for (const [site, why] of [
    [SETTING, "is in ALLOWED_ORIGINS: take it out there"],
    [SITE, "is not in the list"],
  ] as const) {
    const { code, err } = await run("remove", site);
    expect([code, err]).toEqual([1, expect.stringContaining(`${site} ${why}`)]);
  }
  expect(await asked(SETTING)).toMatchObject({ allowed: true });
});
