import { expect, test } from "vitest";
import { CLIENT_SECRET } from "../../support/openid-provider.ts";
import { OpenIdBrowser } from "../support/openid-browser.ts";
import { fragmentOf, OpenIdSchool, settingsOf, verified } from "../support/openid-school.ts";
import { readSchoolRows } from "../support/school-rows.ts";
import { openSchool, PMB } from "../support/test-school.ts";

const of = new OpenIdSchool();

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
/** Goes to the provider and back. */
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
  const openId = { ...settingsOf(of.provider), issuer: "http://127.0.0.1:9" };
  const away = await openSchool({ openId });
  const done = await new OpenIdBrowser().redirectOf(`${away.url}/api/openid/start?try=1`);
  expect(done).toContain(`${away.url}/api/openid/done?language=en&error=away`);
});

test("a try is refused after fifty answers from one address that could not be trusted", async () => {
  const own = await openSchool({ openId: settingsOf(of.provider) });
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
