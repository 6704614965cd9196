import { expect, test } from "vitest";
import { licensed } from "../support/licence.ts";
import { openSchool, PASSWORD, PMB, sharedPerson } from "../support/test-school.ts";

const FIGURE = "/assets/fetchData?product=PM&title=figures/sheet.svg";
const SESSION = "first-browser";

const school = openSchool.shared();
const reader = sharedPerson(school, { courses: [{ course: PMB }] });

test.each([
  "/products",
  "/products/PM/skeleton",
  "/products/PM/lessons/paper",
  ...["faqs", "glossary", "instructions", "checksum", "usercontent", "usermenu"].map(
    (name) => `/menu/${name}`,
  ),
  "/files/treelist?metas=1&language=en",
  "/organizations/1",
  "/organizations/1/announcements/active",
])("an answer of content is kept by browsers, and revalidated: %s", async (address) => {
  const answer = await school.call(address, reader);
  expect(answer.headers["cache-control"]).toBe("private, no-cache");
  const tag = answer.headers.etag ?? "";
  for (const named of [tag, `W/${tag}`, `"other", ${tag}`, "*", '"other"']) {
    const headers = { "If-None-Match": named };
    const { status, bytes } = await school.call(address, { ...reader, headers });
    expect([named, status, bytes.length > 0]).toEqual(
      named === '"other"' ? [named, 200, true] : [named, 304, false],
    );
  }
});

/** The addresses with a ticket that a signed-in student has. */
const addresses = async (token: string): Promise<string[]> => {
  const get = async (address: string) => (await school.call(address, { token })).json.ticket;
  const file = await get(FIGURE.replace("fetchData", "ticket"));
  const tree = await get("/files/treelist?metas=1&language=en");
  return [
    `${FIGURE}&ticket=${file}`,
    `/files/read?language=en&path=assets/PM/figures/sheet.svg&ticket=${tree}`,
  ];
};
const statuses = (asked: readonly string[]) =>
  Promise.all(asked.map(async (address) => (await school.call(address)).status));

const student = async (sessionId: string | null = SESSION) => {
  const person = await school.add({ courses: [{ course: PMB }] });
  const token = await school.token(person, sessionId);
  const asked = await addresses(token);
  expect(await statuses(asked)).toEqual([200, 200]);
  return { person, token, asked };
};

test("a ticket ends when its person signs out", async () => {
  const { token, asked } = await student();
  await school.call("/user/logout", { method: "POST", token });
  expect(await statuses(asked)).toEqual([401, 401]);
});

test("a ticket of another browser ends with a change of the password, and that of this one goes on", async () => {
  const { person, token, asked } = await student(null);
  const others = await addresses(await school.token(person));
  const json = { current_password: PASSWORD, new_password: "a better password" };
  expect((await school.call("/user/change-password", { token, json })).status).toBe(200);
  expect(await statuses(others)).toEqual([401, 401]);
  expect(await statuses(asked)).toEqual([200, 200]);
});

test("a ticket ends when another sign-in replaces its session", async () => {
  const { person, asked } = await student();
  const later = await addresses(await school.token(person, "another-browser"));
  expect(await statuses(asked)).toEqual([401, 401]);
  expect(await statuses(later)).toEqual([200, 200]);
});

test("a ticket of a desktop app, which names no session, goes on after a sign-in elsewhere", async () => {
  const { person, asked } = await student(null);
  await school.token(person, SESSION);
  expect(await statuses(asked)).toEqual([200, 200]);
});

test("a ticket of a licence ends when its number is revoked", async () => {
  const { activationId, serial } = await licensed(school, [PMB]);
  const { json } = await school.call(FIGURE.replace("fetchData", "ticket"), {
    headers: { "X-License": activationId },
  });
  const asked = [`${FIGURE}&ticket=${json.ticket}`];
  expect(await statuses(asked)).toEqual([200]);
  await school.update("serial_number", { revoked: school.now }, { serial });
  expect(await statuses(asked)).toEqual([401]);
});
