import { expect, test } from "vitest";
import { fixtureSchool, openSchool, PMB, SWB } from "../support/test-school.ts";

const school = openSchool.shared();

test("a person's courses have their dates and the product's id", async () => {
  const { token } = await school.student(
    { course: SWB, subMonths: null, expDate: null },
    { course: PMB },
  );
  const { json } = await school.call("/user/courses", { token });
  expect(json.courses).toEqual([
    {
      id: PMB,
      key: "PMB",
      title: "Pattern making basics",
      translations: [
        { language: "en", title: "Pattern making basics" },
        { language: "he", title: "יסודות הגזרנות" },
      ],
      order: 1,
      image: "paper.svg",
      cdId: 1,
      weeklyTarget: 5,
      user_courses: {
        expDate: "2027-01-15",
        expDateReal: "2027-01-15",
        subDate: "2026-01-15",
        subMonths: 12,
      },
    },
    expect.objectContaining({
      id: SWB,
      cdId: 2,
      user_courses: {
        expDate: null,
        expDateReal: null,
        subDate: "2026-01-15",
        subMonths: null,
      },
    }),
  ]);
});

test("the organisation is visible to everybody", async () => {
  const { status, json } = await school.call("/organizations/1");
  expect(status).toBe(200);
  const { organisation } = await fixtureSchool();
  expect(json.organization).toEqual(organisation);
  expect(Buffer.from(json.organization.logo, "base64").subarray(1, 4).toString()).toBe("PNG");
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
  expect((await of("announcements/active")).json).toEqual({
    announcements: [],
    cursor: null,
  });
  const translations = [{ language: "en", title: "Closed", body: "On Friday." }];
  const add = (id: number, from_date: string, to_date: string) =>
    school.database.write((db) =>
      db
        .insertInto("announcement")
        .values({
          id,
          organisation_id: 1,
          from_date,
          to_date,
          translations: JSON.stringify(translations),
        })
        .execute(),
    );
  await add(1, "2026-11-01", "2026-11-17");
  await add(2, "2026-11-18", "2026-11-18");
  await add(3, "2026-11-19", "2026-12-01");
  expect((await of("announcements/active")).json.announcements).toEqual([
    { id: 2, from: "2026-11-18", to: "2026-11-18", translations },
  ]);
  expect((await of("announcements")).status).toBe(401);
  const { token } = await school.student();
  expect((await of("announcements", token)).json.announcements).toHaveLength(3);
});
