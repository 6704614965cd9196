import { expect, test } from "vitest";
import { fixtureSchool, openSchool, PMB, SWB } from "../support/test-school.ts";

const school = openSchool.shared();

test("a person's courses have their dates and the product's id", async () => {
  const { token } = await school.student(
    { course: SWB, subMonths: null, expDate: null },
    { course: PMB },
  );
  const dates = { expDate: "2027-01-15", expDateReal: "2027-01-15" };
  const from = { subDate: "2026-01-15", subMonths: 12 };
  const translations = [
    { language: "en", title: "Pattern making basics" },
    { language: "he", title: "יסודות הגזרנות" },
  ];
  expect((await school.call("/user/courses", { token })).json.courses).toEqual([
    {
      ...{ id: PMB, key: "PMB", title: "Pattern making basics", translations, order: 1, cdId: 1 },
      ...{ image: "paper.svg", weeklyTarget: 5, user_courses: { ...dates, ...from } },
    },
    expect.objectContaining({
      ...{ id: SWB, cdId: 2 },
      user_courses: { expDate: null, expDateReal: null, ...from, subMonths: null },
    }),
  ]);
});

test("the organisation is visible to everybody", async () => {
  const { status, json } = await school.call("/organizations/1");
  expect([status, json.organization]).toEqual([200, (await fixtureSchool()).organisation]);
});

test.each(["2", "0", "abc", "1e3", "99999999999999999999", "-1", "%00", "1%20"])(
  "the organisation answers 404 for %s",
  async (id) => {
    const answer = await school.call(`/organizations/${id}`);
    expect([answer.status, answer.json.code]).toEqual([404, "organisation/not_found"]);
  },
);

test("the organisation shows today's announcements to everybody, and all of them when signed in", async () => {
  const of = (path: string, token?: string) => school.call(`/organizations/1/${path}`, { token });
  const active = async () => (await of("announcements/active")).json;
  expect(await active()).toEqual({ announcements: [], cursor: null });
  const translations = [{ language: "en", title: "Closed", body: "On Friday." }];
  const days = [
    { id: 1, from_date: "2026-11-01", to_date: "2026-11-17" },
    { id: 2, from_date: "2026-11-18", to_date: "2026-11-18" },
    { id: 3, from_date: "2026-11-19", to_date: "2026-12-01" },
  ];
  const more = { organisation_id: 1, translations: JSON.stringify(translations) };
  const rows = days.map((each) => ({ ...each, ...more }));
  await school.database.write((db) => db.insertInto("announcement").values(rows).execute());
  expect((await active()).announcements).toEqual([
    { id: 2, from: "2026-11-18", to: "2026-11-18", translations },
  ]);
  expect((await of("announcements")).status).toBe(401);
  const { token } = await school.student();
  expect((await of("announcements", token)).json.announcements).toHaveLength(3);
});
