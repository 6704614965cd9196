import { beforeAll, expect, test } from "vitest";
import { licensed, licensedAs } from "../support/licence.ts";
import { openSchool, PMB, SWB } from "../support/test-school.ts";

const school = openSchool.shared();
let own: string;
beforeAll(async () => {
  own = (await licensed(school, [PMB])).activationId;
});

const get = (path: string, license = own, more: Record<string, string> = {}) =>
  school.call(path, { headers: { "X-License": license, ...more } });
const courses = async (license: string): Promise<string[]> => {
  const { json } = await get("/menu/usercontent", license);
  return Object.values(json.content.products).flatMap(
    (product) => (product as { courseOrder: string[] }).courseOrder,
  );
};

test("an activated app without a signed-in person has no progress, so every lesson is open", async () => {
  expect((await get("/products/PM/lessons/right-angles")).status).toBe(200);
  const found = await get("/products/PM/search?q=right%20angles");
  expect(found.json.results).toMatchObject([{ key: "right-angles" }]);
});

test("an activated app without a signed-in person reads the courses of its serial number, and no others", async () => {
  expect(await courses(own)).toEqual(["PMB"]);
  const flare = await get("/products/PM/lessons/flare");
  expect([flare.status, flare.json.code]).toEqual([403, "session/not_allowed"]);
  expect((await get("/files/read?path=assets/PM/flare.webm&language=en")).status).toBe(404);
  const every = (await licensed(school, null)).activationId;
  expect(await courses(every)).toEqual(["PMB", "PMS", "SWB"]);
  expect((await get("/products", "00000000-0000-4000-8000-000000000000")).status).toBe(401);
});

test("an activated app without a signed-in person reads the courses of the person whose number it has, while they last", async () => {
  const person = await school.add({
    courses: [{ course: PMB, expDate: "2026-01-01" }, { course: SWB }],
  });
  const license = await licensedAs(school, person.id);
  expect(await courses(license)).toEqual(["SWB"]);
  const paper = await get("/products/PM/lessons/paper", license);
  expect(paper.json.code).toBe("course/expired");
});

test("an activated app without a signed-in person reads as the person when a token is sent too, and not at all with an invalid one", async () => {
  const { token } = await school.student({ course: SWB });
  const path = "/menu/usercontent";
  const both = await get(path, own, { Authorization: `Bearer ${token}` });
  expect(Object.keys(both.json.content.products)).toEqual(["SW"]);
  expect((await get(path, own, { Authorization: "Bearer dead" })).status).toBe(401);
});
