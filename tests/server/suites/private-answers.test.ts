import { beforeAll, describe, expect, test } from "vitest";
import { FILES, formRequest } from "../support/form.ts";
import { handIns, TASK } from "../support/hand-ins.ts";
import { licensed } from "../support/licence.ts";
import { openSchool, PASSWORD, PMB } from "../support/test-school.ts";

const FIGURE = "/assets/fetchData?product=PM&title=figures/sheet.svg";
const SESSION = "first-browser";

const school = openSchool.shared();

describe("what belongs to one person", () => {
  let token: string;
  let message: number;
  let upload: number;
  beforeAll(async () => {
    const { student, handIn } = handIns(() => school);
    token = (await student()).token;
    upload = (await handIn(token)).json.assignment.uploads[0].id;
    const body = { name: "body", body: "How?" };
    const photo = { name: "attachments", fileName: "seam.jpg", body: FILES.jpeg() };
    const form = formRequest(token, [{ name: "subject", body: "Seam" }, body, photo]);
    message = (await school.call("/user/messages", form)).json.message.id;
  });

  test.each([
    "/user/courses",
    "/user/get-session?t=1",
    "/user/progress",
    "/user/progress/101",
    `/user/progress/previousLesson/${PMB}`,
    `/user/progress/nextLesson/${PMB}`,
    `/user/progress/today/${PMB}?language=en`,
    "/user/measurements",
    "/user/measurements/default",
    "/user/notes",
    "/user/messages",
    "/user/messages/MESSAGE",
    "/user/assignments",
    `/user/assignments/${TASK}`,
    `/user/assignments/course/${PMB}`,
    `/user/assignments/uploaded/${PMB}`,
    `/user/assignments/${TASK}/uploads/UPLOAD/block.jpg`,
    "/products/PM/search?q=paper",
  ])("no browser stores what belongs to one person: %s", async (named) => {
    const address = named.replace("MESSAGE", `${message}`).replace("UPLOAD", `${upload}`);
    const answer = await school.call(address, { token });
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
    const again = await school.call(address, {
      token,
      headers: { "If-None-Match": answer.headers.etag ?? "" },
    });
    // An unread message may change between the two.
    expect([200, 304]).toContain(again.status);
  });

  test.each([
    "/products",
    "/products/PM/skeleton",
    "/products/PM/lessons/paper",
    "/menu/faqs",
    "/menu/glossary",
    "/menu/instructions",
    "/menu/checksum",
    "/menu/usercontent",
    "/menu/usermenu",
    "/files/treelist?metas=1&language=en",
    "/organizations/1",
    "/organizations/1/announcements/active",
  ])("an answer of content is kept by browsers, and revalidated: %s", async (address) => {
    const answer = await school.call(address, { token });
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
    const headers = { "If-None-Match": answer.headers.etag ?? "" };
    expect((await school.call(address, { token, headers })).status).toBe(304);
  });
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
  const changed = await school.call("/user/change-password", { token, json });
  expect(changed.status).toBe(200);
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

test("a ticket ends with the course", async () => {
  const { person, asked } = await student();
  await school.database.write((db) =>
    db.deleteFrom("subscription").where("account_id", "=", person.id).execute(),
  );
  school.now += 2000;
  expect(await statuses(asked)).toEqual([403, 404]);
});

test("a ticket of a licence ends when its number is revoked", async () => {
  const { activationId, serial } = await licensed(school, [PMB]);
  const { json } = await school.call(FIGURE.replace("fetchData", "ticket"), {
    headers: { "X-License": activationId },
  });
  const asked = [`${FIGURE}&ticket=${json.ticket}`];
  expect(await statuses(asked)).toEqual([200]);
  await school.database.write((db) =>
    db
      .updateTable("serial_number")
      .set({ revoked: school.now })
      .where("serial", "=", serial)
      .execute(),
  );
  expect(await statuses(asked)).toEqual([401]);
});
