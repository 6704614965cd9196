import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { startProvider } from "../../support/openid-provider.ts";
import { OpenIdBrowser } from "../support/openid-browser.ts";
import {
  fragmentOf,
  newSecret,
  OpenIdSchool,
  settingsOf,
  start,
  verified,
} from "../support/openid-school.ts";
import { openSchool } from "../support/test-school.ts";

const of = new OpenIdSchool();

test.each([
  ["not verified", { email_verified: false }],
  ["not said to be verified", { email_verified: undefined }],
  ["missing", { email: undefined }],
])("signing in at the provider is refused when the mail address is %s", async (_, change) => {
  const person = await of.school.add();
  const { error } = await of.signIn(`${_} ${person.id}`, { ...verified(person), ...change });
  expect(error).toBe("unverified");
});

test("signing in at the provider is refused for somebody who has no account", async () => {
  const claims = { email: "stranger@thimble.example", email_verified: true };
  expect((await of.signIn("stranger", claims)).error).toBe("unknown");
});

test.each([["ten"], [12], [1.5], [-1], [[10, 20]], [{ of: 10 }], [true]])(
  "signing in at the provider is refused for a level that the school does not have: %j",
  async (level) => {
    const person = await of.school.add();
    const claims = verified(person, { level });
    expect((await of.signIn(`level ${person.id}`, claims)).error).toBe("bad-level");
  },
);

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
  expect([stolen.status, stolen.json.code]).toEqual([404, "openid/invalid_code"]);
  expect((await of.exchange(first)).status).toBe(200);
  expect((await of.exchange(first)).status).toBe(404);
  const late = await codeFor();
  const { now } = of.school;
  onTestFinished(() => {
    of.school.now = now;
  });
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
  // The of.provider, too, takes its code once.
  expect(await errorOf(new OpenIdBrowser(cookies))).toBe("invalid");
  const late = await of.atProvider("replayed", verified(person));
  const { now } = of.school;
  onTestFinished(() => {
    of.school.now = now;
  });
  of.school.now += 10 * 60_000;
  expect(await errorOf(late.browser, late.callback)).toBe("invalid");
});

test.each([
  ["from another issuer", (url: URL) => url.searchParams.set("iss", "https://evil.example")],
  ["without an issuer", (url: URL) => url.searchParams.delete("iss")],
  ["with another code", (url: URL) => url.searchParams.set("code", "guessed")],
  ["with an unknown state", (url: URL) => url.searchParams.set("state", "guessed")],
])("signing in at the provider refuses an answer %s", async (_, change) => {
  const person = await of.school.add();
  const { browser, callback } = await of.atProvider("changed", verified(person));
  const url = new URL(callback);
  change(url);
  expect(fragmentOf(await browser.redirectOf(url.href))).toEqual({ "openid-error": "invalid" });
});

test("signing in at the provider tells that the person has declined", async () => {
  const { browser, callback } = await of.atProvider("declines", { email_verified: true });
  const url = new URL(callback);
  url.searchParams.delete("code");
  url.searchParams.set("error", "access_denied");
  expect(fragmentOf(await browser.redirectOf(url.href))).toEqual({
    "openid-error": "declined",
  });
});

test("signing in at the provider refuses the description of another issuer, and goes on once the provider is right again", async () => {
  const other = await startProvider();
  onTestFinished(() => other.close());
  other.answerWith((_, response) =>
    response.setHeader("Content-Type", "application/json").end(
      JSON.stringify({
        issuer: "https://evil.example",
        authorization_endpoint: "https://evil.example",
      }),
    ),
  );
  const own = await openSchool({ openId: settingsOf(other) });
  const page = await start(own, new OpenIdBrowser(), newSecret().challenge);
  expect(fragmentOf(page)).toEqual({ "openid-error": "away" });
  other.answerWith(null);
  await other.serve(own.url);
  const form = await start(own, new OpenIdBrowser(), newSecret().challenge);
  expect(form).toMatch(`${other.issuer}/auth?`);
});

test("signing in at the provider says that the provider is away, while passwords go on, and signs in once it is back", async () => {
  const person = await of.school.add();
  const away = await openSchool({
    openId: { ...settingsOf(of.provider), issuer: "http://127.0.0.1:9" },
  });
  const page = await start(away, new OpenIdBrowser(), newSecret().challenge);
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
  const places = [
    ["https://evil.example/", false],
    [`${url}@evil.example/`, false],
    ["http://127.0.0.1.evil.example:80/", false],
    ["http://127.0.0.2:4000/", false],
    ["javascript:alert(1)", false],
    ["not an address", false],
    [`${url}/tls/authorization`, true],
    ["http://127.0.0.1:4000/page.html", true],
  ] as const;
  const found: [string, boolean][] = [];
  await of.provider.serve(url);
  for (const [back] of places) {
    const to = await start(of.school, new OpenIdBrowser(), newSecret().challenge, back);
    found.push([back, to.startsWith(of.provider.issuer)]);
  }
  expect(found).toEqual(places);
});

test("signing in at the provider leads back to an address that fits into a cookie, counted in bytes", async () => {
  const { url } = of.school;
  await of.provider.serve(url);
  for (const [back, isTaken] of [
    [`${url}/tls/authorization?next=${"裁".repeat(200)}`, true],
    [`${url}/tls/authorization?next=${"裁".repeat(900)}`, false],
  ] as const) {
    const browser = new OpenIdBrowser();
    const to = await start(of.school, browser, newSecret().challenge, back);
    expect([back, to.startsWith(of.provider.issuer)]).toEqual([back, isTaken]);
    const cookies = [...(browser.cookies.get(url) ?? [])].filter(([name]) => /^openid-/.test(name));
    expect(cookies.map((pair) => pair.join("=").length < 4096)).toEqual(isTaken ? [true] : []);
  }
});

test("signing in at the provider is refused for somebody whose id at the provider is longer than the standard allows", async () => {
  const name = Array.from({ length: 40 }, () => randomUUID()).join("");
  expect((await of.signIn(name, verified(await of.school.add()))).error).toBe("invalid");
});
