import { expect, test } from "vitest";
import { openApp } from "../support/open-app.ts";

const CALL = "GET /organizations/1";

test("the school's brand is the build's own until the school has answered, and its name is if the school has none", async () => {
  const { app, school } = openApp();
  expect(app.organisation.state).toMatchObject({ name: "Learning space", organisation: null });
  await app.organisation.load(null);
  expect(app.organisation.state).toMatchObject({ name: "Sew", organisation: { id: 1 } });
  school.answerWith(CALL, {
    organization: { id: 1, name: null, download_available: 0, footer: null },
  });
  await app.organisation.load(null);
  expect(app.organisation.state).toMatchObject({
    name: "Learning space",
    organisation: { footer: { tel: "" } },
  });
});

test("the school's brand is fetched from the person's school, else from the build's", async () => {
  const { app, school } = openApp({ organisation: { id: 3, name: "Third" } });
  await app.organisation.load(5);
  await app.organisation.load(null);
  expect(school.requests.map(({ call }) => call)).toEqual([
    "GET /organizations/5",
    "GET /organizations/3",
  ]);
});

test("the school's brand is the stored one before the school has answered", async () => {
  const { app, school, machine } = openApp();
  await app.organisation.load(1);
  const next = openApp({ school, machine });
  await next.app.organisation.restore();
  expect(next.app.organisation.state).toMatchObject({
    name: "Sew",
    organisation: { footer: { tel: "1" } },
  });
  expect(school.count(CALL)).toBe(1);
});

test.each([
  ["a school that does not know it", 404, ""],
  ["a captive portal", 200, "<p>Wi-Fi</p>"],
])("the school's brand stays the same after %s", async (_, status, body) => {
  const { app, school } = openApp();
  await app.organisation.load(1);
  school.answer(CALL, () => new Response(body, { status }));
  await app.organisation.load(1);
  expect(app.organisation.state.name).toBe("Sew");
});

test("texts are read in the school's first language after the interface's, also at the next start", async () => {
  const { app, school, machine } = openApp();
  school.answerWith(CALL, {
    organization: { id: 1, name: "Schule", language: "de", download_available: 0, footer: null },
  });
  await app.organisation.load(1);
  expect(app.language.state.intl.reads).toEqual(["en", "de"]);
  await app.language.select("he");
  expect(app.language.state.intl.reads).toEqual(["he", "de"]);
  const next = openApp({ school, machine });
  await next.app.organisation.restore();
  expect(next.app.language.state.intl.reads[1]).toBe("de");
});
