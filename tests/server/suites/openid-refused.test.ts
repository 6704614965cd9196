import { expect, onTestFinished, test } from "vitest";
import { CLIENT_SECRET, startProvider } from "../../support/openid-provider.ts";
import { fragmentOf, newSecret, OpenIdBrowser } from "../support/openid-browser.ts";
import { OpenIdSchool, verified } from "../support/openid-school.ts";
import { readSchoolRows } from "../support/school-rows.ts";
import { openSchool, PMB } from "../support/test-school.ts";

const of = new OpenIdSchool();

/** An address at which nothing answers. */
const NOBODY = "http://127.0.0.1:9";

/** An id that is longer than the standard allows. */
const LONG_ID = "x".repeat(1440);

test.each<[when: string, claims: object, error: string, name?: string]>([
  ["when the mail address is not verified", { email_verified: false }, "unverified"],
  ["when the mail address is not said to be verified", { email_verified: undefined }, "unverified"],
  ["when the mail address is missing", { email: undefined }, "unverified"],
  ["for somebody who has no account", { email: "stranger@thimble.example" }, "unknown"],
  ["for somebody with an endless id at the provider", {}, "invalid", LONG_ID],
  ...["ten", 12, 1.5, -1, [10, 20], { of: 10 }, true].map((level): [string, object, string] => [
    `for a level that the school does not have: ${JSON.stringify(level)}`,
    { level },
    "bad-level",
  ]),
])("signing in at the provider is refused %s", async (when, claims, error, name = when) => {
  const person = await of.school.add();
  expect((await of.signIn(name, { ...verified(person), ...claims })).error).toBe(error);
});

test("signing in at the provider is refused for a blocked account, also when it is blocked after the provider's form", async () => {
  const person = await of.school.add();
  const block = (blocked: number | null) => of.school.changeAccount(person.id, { blocked });
  const { browser, secret, callback } = await of.atProvider("blocked", verified(person));
  const code = fragmentOf(await browser.redirectOf(callback))["openid-code"];
  await block(1);
  expect((await of.exchange({ secret, code })).json.code).toBe("openid/invalid_code");
  expect((await of.signIn("blocked", verified(person))).error).toBe("blocked");
});

test("an expired account is told the date after the provider's form, and its token opens nothing", async () => {
  const person = await of.school.add();
  await of.school.changeAccount(person.id, { expire: "2026-01-31" });
  const { user, token } = await of.signIn("expired", verified(person));
  expect(user.expire).toBe("2026-01-31");
  expect((await of.school.call("/user/courses", { token })).status).toBe(401);
});

test("signing in at the provider takes a code once, within a minute, from the app that began", async () => {
  const person = await of.school.add();
  const codeFor = async () => {
    const { browser, secret, callback } = await of.atProvider("once", verified(person));
    return { secret, code: fragmentOf(await browser.redirectOf(callback))["openid-code"] };
  };
  const first = await codeFor();
  const stolen = await of.exchange({ ...first, secret: newSecret().secret });
  expect(stolen.outcome).toEqual([404, "openid/invalid_code"]);
  expect((await of.exchange(first)).status).toBe(200);
  expect((await of.exchange(first)).status).toBe(404);
  const late = await codeFor();
  of.school.now += 60_000;
  expect((await of.exchange(late)).status).toBe(404);
});

test("signing in at the provider refuses an answer of the provider in another browser, a second time, or after ten minutes", async () => {
  const person = await of.school.add();
  const { browser, callback } = await of.atProvider("replayed", verified(person));
  const errorOf = async (by: OpenIdBrowser, address = callback) =>
    fragmentOf(await by.redirectOf(address))["openid-error"];
  expect(await errorOf(new OpenIdBrowser())).toBe("invalid");
  const cookies = structuredClone(browser.cookies);
  expect(await errorOf(browser)).toBeUndefined();
  expect([...(browser.cookies.get(of.school.url) ?? [])]).toEqual([]);
  expect(await errorOf(browser)).toBe("invalid");
  // The provider, too, takes its code once.
  expect(await errorOf(new OpenIdBrowser(cookies))).toBe("invalid");
  const late = await of.atProvider("replayed", verified(person));
  of.school.now += 10 * 60_000;
  expect(await errorOf(late.browser, late.callback)).toBe("invalid");
});

test.each<[what: string, changes: Record<string, string | null>, error?: string]>([
  ["from another issuer", { iss: "https://evil.example" }],
  ["without an issuer", { iss: null }],
  ["with another code", { code: "guessed" }],
  ["with an unknown state", { state: "guessed" }],
  ["of somebody who has declined", { code: null, error: "access_denied" }, "declined"],
])("signing in at the provider refuses an answer %s", async (_, changes, error = "invalid") => {
  const person = await of.school.add();
  const { browser, callback } = await of.atProvider("changed", verified(person));
  const url = new URL(callback);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  expect(fragmentOf(await browser.redirectOf(url.href))).toEqual({ "openid-error": error });
});

test("signing in at the provider refuses the description of another issuer, and goes on once the provider is right again", async () => {
  const other = await startProvider();
  onTestFinished(() => other.close());
  const evil = "https://evil.example";
  const description = JSON.stringify({ issuer: evil, authorization_endpoint: evil });
  other.answerWith((_, response) =>
    response.setHeader("Content-Type", "application/json").end(description),
  );
  const own = await openSchool({ openId: { ...of.settings, issuer: other.issuer } });
  const begin = () => new OpenIdBrowser().start(own);
  expect(fragmentOf(await begin())).toEqual({ "openid-error": "away" });
  other.answerWith(null);
  await other.serve(own.url);
  expect(await begin()).toMatch(`${other.issuer}/auth?`);
});

test("signing in at the provider says that the provider is away, while passwords go on, and signs in once it is back", async () => {
  const person = await of.school.add();
  const away = await openSchool({ openId: { ...of.settings, issuer: NOBODY } });
  const page = await new OpenIdBrowser().start(away);
  expect(fragmentOf(page)).toEqual({ "openid-error": "away" });
  expect((await away.login((await away.add()).username)).status).toBe(200);
  const { browser, callback } = await of.atProvider("away", verified(person));
  of.provider.answerWith((_, response) => response.writeHead(503).end());
  const failed = await browser.redirectOf(callback);
  of.provider.answerWith(null);
  expect(fragmentOf(failed)).toEqual({ "openid-error": "away" });
  expect((await of.signIn("away", verified(person))).user.id).toBe(person.id);
});

test("signing in at the provider leads back only to the school, its own sites and the person's own machine", async () => {
  const { url } = of.school;
  await of.provider.serve(url);
  const isTaken = async (back: string) => {
    const browser = new OpenIdBrowser();
    const to = await browser.start(of.school, newSecret().challenge, back);
    const cookies = [...(browser.cookies.get(url) ?? [])].filter(([name]) => /^openid-/.test(name));
    // A browser keeps cookies of less than 4 KB.
    expect(cookies.filter((pair) => pair.join("=").length >= 4096)).toEqual([]);
    return to.startsWith(of.provider.issuer);
  };
  const refused = [
    ...["https://evil.example/", `${url}@evil.example/`, "http://127.0.0.1.evil.example:80/"],
    ...["http://127.0.0.2:4000/", "javascript:alert(1)", "not an address"],
    // A cookie counts bytes, not letters.
    `${url}/tls/authorization?next=${"裁".repeat(900)}`,
  ];
  for (const back of refused) expect([back, await isTaken(back)]).toEqual([back, false]);
  const taken = [
    ...[`${url}/tls/authorization`, "http://127.0.0.1:4000/page.html"],
    `${url}/tls/authorization?next=${"裁".repeat(200)}`,
  ];
  for (const back of taken) expect([back, await isTaken(back)]).toEqual([back, true]);
});

/** All rows of the school, but how often somebody has tried. */
const rows = async () => {
  const { failed_attempt: _, ...others } = await readSchoolRows(of.school.dataDir);
  return others;
};

/** Begins a try. @returns the browser, and the address that it is led to */
const begun = async (at = of.school) => {
  await of.provider.serve(at.url);
  const browser = new OpenIdBrowser();
  const form = await browser.redirectOf(`${at.url}/api/openid/start?try=1&language=de`);
  return { browser, form };
};
const tried = async (name: string, claims: object) => {
  of.provider.people.set(name, { ...claims });
  const { browser, form } = await begun();
  const callback = await browser.signIn(form, name);
  return { browser, callback, page: await browser.open(callback) };
};

test("a try of a provider shows what it says of a person, signs nobody in, and changes nothing", async () => {
  const person = await of.school.add({ courses: [{ course: PMB }] });
  const before = await rows();
  const { browser, callback, page } = await tried(
    "rosa",
    verified(person, { name: "<b>Rosa</b>", level: 20, school: { courses: ["PMB", "choir"] } }),
  );
  expect(page.status).toBe(200);
  expect(page.headers["cache-control"]).toBe("no-store");
  expect(page.text).toContain('lang="de"');
  expect(page.text).toContain("<code>sub</code><dd><bdi>rosa</bdi>");
  expect(page.text).toContain("<code>level</code><dd><bdi>20</bdi>");
  expect(page.text).toContain("choir");
  expect(page.text).not.toMatch(/<b>|<script/);
  expect(page.text).not.toContain(CLIENT_SECRET);
  expect(await rows()).toEqual(before);
  // The way back counts once.
  expect(fragmentOf(await browser.redirectOf(callback))).toEqual({ "openid-error": "invalid" });
});

test("a try of a provider says that the school has no such level", async () => {
  const { page } = await tried("pupil", verified(await of.school.add(), { level: 12 }));
  expect(page.text).toMatch(/role="alert".*<code>level<\/code><dd><bdi>12<\/bdi>/s);
});

test("the way back from a try is nothing in another browser, and shows nobody what was changed on it", async () => {
  const { callback } = await tried("mine", verified(await of.school.add()));
  const other = await new OpenIdBrowser().redirectOf(callback);
  expect(fragmentOf(other)).toEqual({ "openid-error": "invalid" });
  const { browser, form } = await begun();
  const changed = new URL(await browser.signIn(form, "mine"));
  changed.searchParams.set("iss", "https://evil.example");
  const page = await browser.open(changed.href);
  expect(page.text).toContain('role="alert"');
  expect(page.text).not.toContain("<code>sub</code>");
});

test("what the provider says of a failure is said in a try, also where the provider is away", async () => {
  const { browser, form } = await begun();
  const query = new URLSearchParams({
    ...{ state: new URL(form).searchParams.get("state") ?? "", iss: of.provider.issuer },
    ...{ error: "access_denied", error_description: "Ask the <b>office</b>" },
  });
  const page = await browser.open(`${of.school.url}/api/openid/callback?${query}`);
  expect(page.text).toContain("access_denied: Ask the &lt;b&gt;office&lt;/b&gt;");
  const away = await openSchool({ openId: { ...of.settings, issuer: NOBODY } });
  const done = await new OpenIdBrowser().redirectOf(`${away.url}/api/openid/start?try=1`);
  expect(done).toContain(`${away.url}/api/openid/done?language=en&error=away`);
});

test("a try is refused after fifty answers from one address that could not be trusted", async () => {
  const own = await openSchool({ openId: of.settings });
  const { browser, form } = await begun(own);
  const state = new URL(form).searchParams.get("state") ?? "";
  const query = new URLSearchParams({ state, iss: of.provider.issuer, code: "guessed" });
  const pages: number[] = [];
  for (let count = 0; count <= 50; count += 1) {
    // The cookie that the answer takes away can be sent again.
    const again = new OpenIdBrowser(
      new Map([...browser.cookies].map(([of, jar]) => [of, new Map(jar)])),
    );
    pages.push((await again.open(`${own.url}/api/openid/callback?${query}`)).status);
  }
  expect(pages).toEqual([...Array(50).fill(200), 302]);
  expect(await new OpenIdBrowser().redirectOf(`${own.url}/api/openid/start?try=1`)).toContain(
    "/api/openid/done?language=en&error=throttled",
  );
});
