import { beforeAll, expect, test } from "vitest";
import { openSchool, PMB } from "../support/test-school.ts";

/** PostgreSQL stores no null character, so both databases refuse it in the same way. */
const school = openSchool.shared();
let token: string;
beforeAll(async () => {
  token = await school.token(await school.add({ level: 100, courses: [{ course: PMB }] }));
});

const video = "product=PM&lesson=paper&asset=flare.webm";
test.each([
  [`/new-video/texts?${video}&language=%00`, "language"],
  [`/user/progress/today/${PMB}?language=%00`, "language"],
  [`/user/assignments/uploaded/${PMB}?language=e%00`, "language"],
  ["/products/PM/search?q=%00", "q"],
  ["/products/PM/search?q=paper&language=%00", "language"],
  ["/user/get-session?t=%00", "t"],
])("a null character in the query %s is refused, and its name given", async (path, name) => {
  const answer = await school.call(path, { token });
  expect([answer.status, answer.json.code]).toEqual([422, "request/invalid"]);
  expect(answer.json.errors[0].path).toBe(name);
});

test.each([
  ["PUT", "/user/notes/101", { text: "a\0b" }, "text"],
  ["POST", "/user/measurements", { name: "\0" }, "name"],
  ["POST", "/user/accept-policy", { policy: "personaldata\0", accepted: true }, "policy"],
  [
    "POST",
    "/user/change-password",
    { current_password: "\0", new_password: "12345678" },
    "current_password",
  ],
])("a null character in the body of %s %s is refused", async (method, path, json, name) => {
  const answer = await school.call(path, { method, token, json });
  expect([answer.status, answer.json.code]).toEqual([422, "request/invalid"]);
  expect(answer.json.errors[0].path).toBe(name);
});

test.each([
  "/products/%00/skeleton",
  "/products/PM/lessons/%00",
  "/user/messages/%00",
  "/user/assignments/%00",
  "/organizations/%00",
  "/assets/fetchData?product=PM&title=%00",
  "/files/read?path=%00&language=en",
  "/user/check_registration?serialNumber=%00",
])("a null character in %s is no error of the server", async (path) => {
  const answer = await school.call(path, { token });
  expect(answer.status).toBeLessThan(500);
});
