import { beforeEach, expect, test } from "vitest";
import { send } from "../support/client.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { openSchool } from "../support/test-school.ts";
import { sharedWebApp } from "../support/web-app.ts";

const SETTING = "https://school.example";
const SITE = "https://www.tailors.example";
const school = openSchool.shared({ allowedOrigins: [SETTING], webDir: sharedWebApp() });

beforeEach(async () => {
  await school.database.write((db) => db.deleteFrom("site").execute());
  await school.server.refresh();
});

const run = async (...words: string[]) => {
  const variables = { ...school.variables, ALLOWED_ORIGINS: SETTING };
  const ended = await runInProcess(["site", ...words], variables);
  await school.server.refresh();
  return ended;
};
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
  expect(await run("add", `${SITE.toUpperCase()}:443/`)).toMatchObject({ code: 0, err: "" });
  await school.restart();
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
  const { token } = await school.signedIn({ level: 100 });
  const call = (query: string, asking: object = {}) =>
    school.call(`/staff/school/sites${query}`, { token, ...asking });
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
