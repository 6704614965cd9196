import { beforeEach, expect, test } from "vitest";
import { send } from "../support/client.ts";
import { openSchool } from "../support/test-school.ts";
import { sharedWebApp } from "../support/web-app.ts";

const SETTING = "https://school.example";
const SITE = "https://www.tailors.example";
const school = openSchool.shared({ allowedOrigins: [SETTING], webDir: sharedWebApp() });

beforeEach(async () => {
  await school.database.write((db) => db.deleteFrom("site").execute());
  await school.server.refresh();
});

const SITES = "/staff/school/sites";
const asAdmin = async () => school.token(await school.add({ level: 100 }));
const add = async (address: string) =>
  school.call(SITES, { token: await asAdmin(), json: { address } });
const remove = async (origin: string) =>
  school.call(`${SITES}?${new URLSearchParams({ origin })}`, {
    method: "DELETE",
    token: await asAdmin(),
  });
/** What a page of the site gets: a call, and what the school says of it. */
const asked = async (Origin: string) => {
  const { headers, json } = await school.call(`/sites?origin=${encodeURIComponent(Origin)}`, {
    headers: { Origin },
  });
  const call = await school.call("/organizations/1", { headers: { Origin } });
  return {
    ...json,
    mayRead: headers["access-control-allow-origin"],
    mayCall: call.headers["access-control-allow-origin"] === Origin,
  };
};
/** Who may frame the app; the other directives do not depend on sites. */
const policy = async () => {
  const { headers } = await send(school.url, { rawPath: "/tls/" });
  return headers["content-security-policy"]?.toString().split("; ")[0];
};

test("the sites that may show the app are changed while the school is served, for frames and for calls", async () => {
  expect(await asked(SITE)).toEqual({ allowed: false, mayRead: "*", mayCall: false });
  const added = await add(`${SITE.toUpperCase()}:443/`);
  expect(added.json.sites).toMatchObject([{ origin: SETTING }, { origin: SITE }]);
  expect(await asked(SITE)).toEqual({ allowed: true, mayRead: "*", mayCall: true });
  expect(await policy()).toBe(`frame-ancestors ${SETTING} ${SITE}`);
  expect((await add(SITE)).json).toEqual(added.json);
  expect((await remove(SITE)).status).toBe(200);
  expect(await asked(SITE)).toEqual({ allowed: false, mayRead: "*", mayCall: false });
  expect(await policy()).toBe(`frame-ancestors ${SETTING}`);
});

test("the sites that may show the app stay after a restart", async () => {
  await add(SITE);
  await school.restart();
  expect(await asked(SITE)).toMatchObject({ allowed: true, mayCall: true });
});

test("the sites that may show the app are not removed where a setting names them, or where they are not in the list", async () => {
  expect(await remove(SETTING)).toMatchObject({ status: 409, json: { code: "setting/fixed" } });
  expect(await remove(SITE)).toMatchObject({ status: 404, json: { code: "site/not_found" } });
  expect(await asked(SETTING)).toMatchObject({ allowed: true });
});

test.each(["null", "", "*", "https://www.tailors.example.evil.example", "javascript:"])(
  "the sites that may show the app are no others, such as %j",
  async (origin) => {
    expect((await school.call(`/sites?origin=${encodeURIComponent(origin)}`)).json).toEqual({
      allowed: false,
    });
  },
);

test.each([
  ...["", "*", "www.school.example", "https://school.example/page", "https://a:b@school.example"],
  ...["https://school.example?x", "https://*.school.example"],
  // It would end the policy of all.
  "https://a;b.example",
])("no site is added that is no whole site, such as %j", async (address) => {
  expect((await add(address)).status).toBe(422);
  expect(await policy()).toBe(`frame-ancestors ${SETTING}`);
});
