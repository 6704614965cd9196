import { connect } from "node:net";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../../src/domain/languages.ts";
import { openSchool, PASSWORD, PMB, sharedPerson } from "../support/test-school.ts";

const OWN_SITE = "https://school.example";
const school = openSchool.shared({ isLogged: true, allowedOrigins: [OWN_SITE] });
const student = sharedPerson(school, { courses: [{ course: PMB }] });

const NOBODY = JSON.stringify({ username: "nobody", password: "x" });
const login = (asking: object) => school.call("/user/login", { method: "POST", ...asking });

/** The names in a header. */
const listed = (header = "") => header.toLowerCase().split(/, */);

test.each(["http://localhost:1234", "http://127.0.0.1:65000", "http://localhost", OWN_SITE])(
  "every call accepts the origin of the desktop app and the school's own site: %s",
  async (Origin) => {
    const asked = { "Access-Control-Request-Method": "PUT" };
    const preflight = await school.call("/user/progress/101/complete", {
      ...{ method: "OPTIONS", headers: { Origin, ...asked } },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-origin"]).toBe(Origin);
    expect(preflight.headers["access-control-allow-methods"]).toContain("PUT");
    expect(listed(preflight.headers["access-control-allow-headers"])).toEqual(
      expect.arrayContaining([
        ...["authorization", "content-type", "idempotency-key", "range", "if-none-match"],
        ...["if-range", "x-queued-at"],
      ]),
    );
    const { headers } = await school.call("/products", { ...student, headers: { Origin } });
    expect(headers["access-control-allow-origin"]).toBe(Origin);
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    expect(listed(headers["access-control-expose-headers"])).toEqual(
      expect.arrayContaining(["etag", "content-range", "accept-ranges", "retry-after"]),
    );
    expect(headers.vary).toContain("Origin");
    const refused = await school.call("/products", { headers: { Origin } });
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([401, Origin]);
  },
);

test.each([
  ...["https://elsewhere.example", "https://school.example.elsewhere.example", "null"],
  ...["http://localhost.elsewhere.example", "http://localhost:80@elsewhere.example"],
])("no call accepts pages from %s", async (Origin) => {
  const answer = await school.call("/products", { ...student, headers: { Origin } });
  expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
});

test("an address of no call is answered with 401 for strangers and 404 for others", async () => {
  expect((await school.call("/no/such/call")).status).toBe(401);
  expect((await school.call("/no/such/call", student)).outcome).toEqual([404, "server/not_found"]);
  expect((await school.call("/products", { ...student, method: "DELETE" })).status).toBe(404);
});

test.each<[what: string, body: string | Buffer, status: number, code: string, type?: string]>([
  ["nothing", "", 400, "request/malformed"],
  ["half a list", "null,", 400, "request/malformed"],
  ["bytes that are no text", Buffer.from([0x22, 0xff, 0x22]), 400, "request/malformed"],
  ["null", "null", 422, "request/invalid"],
  ["a list", "[]", 422, "request/invalid"],
  ["no fields", "{}", 422, "request/invalid"],
  ["70,000 letters", JSON.stringify({ username: "x".repeat(70_000) }), 413, "request/too_large"],
  ["text", "{}", 415, "request/wrong_type", "text/plain"],
  ["nearly JSON", "{}", 415, "request/wrong_type", "application/jsonx"],
  ["a form", "{}", 415, "request/wrong_type", "multipart/form-data"],
])("a body of %s is refused", async (_, body, status, code, type) => {
  const answer = await login({ body, headers: { "Content-Type": type ?? "application/json" } });
  expect(answer.outcome).toEqual([status, code]);
  if (status === 422) expect(answer.json.errors.length).toBeGreaterThan(0);
});

test("every call accepts JSON that names its charset", async () => {
  const headers = { "Content-Type": "Application/JSON; charset=utf-8" };
  expect((await login({ body: NOBODY, headers })).json.code).toBe("login/user_not_found");
});

const LARGE = "x".repeat(0x10000);

/** Sends raw bytes and returns the answer. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(school.url);
    const socket = connect(Number(port), hostname);
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      socket.end();
    });
    socket.on("error", () => resolve(answer));
    socket.on("close", () => resolve(answer));
    socket.write(text);
  });

test.each([
  ["is read", [NOBODY], 404],
  ["that does not end is refused", [LARGE, LARGE], 413],
])("a body in chunks %s", async (_, texts, status) => {
  const chunks = texts.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join("");
  const answer = await raw(
    `POST /api/user/login HTTP/1.1\r\nHost: school\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks}0\r\n\r\n`,
  );
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test.each([
  "GET /api/health HTTP/1.1\r\nHost: bad host\r\n\r\n",
  "GET /api/health HTTP/1.1\r\n\r\n",
  "NONSENSE\r\n\r\n",
  "GET /api/products/%zz/skeleton HTTP/1.1\r\nHost: school\r\nConnection: close\r\n\r\n",
])("invalid HTTP is answered with a client error: %j", async (text) => {
  expect(await raw(text)).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect((await school.call("/health")).json).toEqual({ status: "ok" });
});

test("every call reports problems as RFC 9457 describes, without internal details", async () => {
  const answer = await school.call("/user/courses");
  expect(answer.headers["content-type"]).toBe("application/problem+json");
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.json).toEqual({
    type: "about:blank",
    title: "Unauthorized",
    status: 401,
    code: "session/no_token",
    detail: expect.any(String),
    instance: expect.stringMatching(/^urn:request:/),
  });
});

test("a call whose database fails is answered with 500 without details, and the next one is served", async () => {
  const rename = (from: "progress" | "elsewhere", to: string) =>
    school.database.write((db) => db.schema.alterTable(from).renameTo(to).execute());
  await rename("progress", "elsewhere");
  const { outcome, text } = await school.call("/user/progress", student);
  await rename("elsewhere", "progress");
  expect(outcome).toEqual([500, "server/unexpected_error"]);
  expect(text).not.toMatch(/progress|select|table|at /i);
  expect((await school.call("/user/progress", student)).status).toBe(200);
});

test("every call is logged with its path, and without secrets", async () => {
  const person = await school.add({ email: "secret.person@thimble.example" });
  const session = "5e551017";
  const own = await school.token(person, session);
  await school.login(person.username, "not-the-password");
  await school.call("/user/get-session?t=424242", { token: own });
  await school.call("/reset/some-secret-token-0123456789");
  await school.call("/user/secret.person%40thimble.example", { token: own });
  await school.call("/user/forgot-password", { json: { emailOrUsername: person.email } });
  await school.server.idle();
  await school.stop();
  const { log: text } = school;
  for (const secret of [
    ...[own, PASSWORD, "not-the-password", "424242", "some-secret-token", "secret.person"],
    session,
  ]) {
    expect(text).not.toContain(secret);
  }
  const entries = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [id, ms] = [expect.any(String), expect.any(Number)];
  expect(entries).toContainEqual(
    expect.objectContaining({
      ...{ level: "info", event: "request", method: "GET", path: "/api/user/get-session" },
      ...{ status: 200, id, ms },
    }),
  );
  await school.start();
});

const LISTS = [
  "/desk/students/table",
  "/staff/changes/table",
  "/staff/people-table",
  "/staff/reports/weeks/table",
];

/** The languages whose spreadsheets take a semicolon between cells; programs name none. */
const SEMICOLON: readonly string[] = ["de", "el", "es", "fr", "tr"];

test.each(LISTS)("a CSV file opens in spreadsheets of the person's language: %s", async (path) => {
  const { token } = await school.signedIn({ level: 100 });
  for (const language of [...LANGUAGES, ""]) {
    const separator = SEMICOLON.includes(language) ? ";" : ",";
    const { text } = await school.call(`${path}?format=csv&language=${language}`, { token });
    const titles = text.split("\r\n")[0] ?? "";
    expect([language, titles.split(separator).length > 2]).toEqual([language, true]);
  }
});
