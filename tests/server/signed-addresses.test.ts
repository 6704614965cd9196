import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { disposition } from "../../src/server/http/reply.ts";
import { FILES } from "./support/form.ts";
import { addLargeFiles } from "./support/large-files.ts";
import { activationCalls, newMachine } from "./support/machine.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { S3Server } from "./support/s3-server.ts";
import { sharedFolder } from "./support/temporary-folder.ts";
import { openSchool, type Person, PMB } from "./support/test-school.ts";

/** For how long at most an address at the store opens a file, in seconds. */
const BOUNDS = { film: 15 * 60, attachment: 2 * 60 };

/** What a browser says of a film or picture in a page of the school. */
const OF_PAGE = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "video" };
const OF_OTHER_PAGE = { ...OF_PAGE, "Sec-Fetch-Site": "cross-site" };

const s3 = await S3Server.start();
afterAll(() => s3.stop());
const webDir = sharedFolder();
const school = openSchool.shared(async () => {
  const policy = `<meta content="default-src 'none'; media-src 'self' blob: ${s3.endpoint}">`;
  await writeFile(path.join(webDir, "index.html"), policy);
  return { webDir, bucket: s3.of("signed/") };
});
beforeAll(async () => {
  await addLargeFiles(school, 1, 100_000);
  await school.moveFiles("bucket");
});
afterEach(() => {
  s3.clockAheadMs = 0;
});

/** A name whose signs must be signed as the store reads them. */
const PHOTO = "Tom's dart (1) * ä+b.jpg";
const QUERY = "product=PM&title=large-0.webm";

const filmOf = async (by: { token?: string; headers?: Record<string, string> }) => {
  const { json } = await school.call(`/assets/ticket?${QUERY}`, by);
  return `/assets/fetchData?${QUERY}&ticket=${json.ticket}`;
};

const pictureOf = async (student: { token: string }) => {
  const files = { [PHOTO]: FILES.jpeg(100_000) };
  const { json } = await school.message(student.token, undefined, files);
  const opened = await school.call(`/user/messages/${json.message.id}?files=url`, student);
  return opened.json.attachments[0].url as string;
};

const ask = (address: string, headers: Record<string, string> = OF_PAGE) =>
  fetch(`${school.url}/api${address}`, { headers, redirect: "manual" });
const storedAt = async (address: string) => (await ask(address)).headers.get("location") ?? "";
const keyOf = (stored: string) => new URL(stored).pathname.replace("/school/", "");
const statusAt = async (stored: string, init: RequestInit = {}) =>
  (await fetch(stored, init)).status;

const user = async (...words: string[]) => {
  expect(await runInProcess(["user", ...words], school.variables)).toMatchObject({ code: 0 });
  school.now += 3000;
};

const logOut = ({ token }: Student) => school.call("/user/logout", { method: "POST", token });

type Begin = () => Promise<{ address: string; end: () => Promise<unknown> }>;
type Student = Person & { token: string };
type End = (student: Student) => Promise<unknown>;

const ofStudent =
  (addressOf: (student: Student) => Promise<string>, end: End): Begin =>
  async () => {
    const student = await school.student({ course: PMB });
    return { address: await addressOf(student), end: () => end(student) };
  };

const ofLicence: Begin = async () => {
  const { activate, issue } = activationCalls(() => school);
  const serial = await issue();
  const [, licence = ""] = (await activate(newMachine(), serial)).text.split("\n");
  const address = await filmOf({ headers: { "X-License": licence } });
  return { address, end: () => runInProcess(["serial", "revoke", serial], school.variables) };
};

const losesCourse: End = ({ username }) => user("set", username, "--remove-course", "PMB");
const isBlocked: End = ({ username }) => user("set", username, "--block");
const isRemoved: End = ({ username }) => user("remove", username, "--yes");

/** A right to a file of each kind, and how it ends; the suite of tickets has the others. */
const ends: readonly [what: string, kind: keyof typeof BOUNDS, begin: Begin][] = [
  ["the course is taken away", "film", ofStudent(filmOf, losesCourse)],
  ["the person signs out", "film", ofStudent(filmOf, logOut)],
  ["the account is blocked", "film", ofStudent(filmOf, isBlocked)],
  ["the licence is revoked", "film", ofLicence],
  ["the student signs out", "attachment", ofStudent(pictureOf, logOut)],
  ["the student's account is removed", "attachment", ofStudent(pictureOf, isRemoved)],
];

test.each(ends)("once %s, an address at the store ends in minutes (%s)", async (_, kind, begin) => {
  const { address, end } = await begin();
  const stored = await storedAt(address);
  expect(await statusAt(stored)).toBe(200);
  await end();
  const answer = await ask(address);
  expect([answer.headers.get("location"), answer.status < 400]).toEqual([null, false]);
  const expires = Number(new URL(stored).searchParams.get("X-Amz-Expires"));
  expect(expires).toBeLessThanOrEqual(BOUNDS[kind]);
  s3.clockAheadMs = (BOUNDS[kind] + 1) * 1000;
  expect(await statusAt(stored)).toBe(403);
});

test("a film is sent by the store to a page of the school, by an address that nobody keeps for long", async () => {
  const address = await filmOf(await school.student({ course: PMB }));
  const film = await ask(address);
  expect(film.status).toBe(307);
  const stored = film.headers.get("location") ?? "";
  // The same address again, so that caches find its bytes.
  expect(await storedAt(address)).toBe(stored);
  expect(new URL(stored).origin).toBe(s3.endpoint);
  const part = await fetch(stored, { headers: { Range: "bytes=5-14" } });
  expect([part.status, part.headers.get("content-type")]).toEqual([206, "video/webm"]);
  const bytes = await s3.read(keyOf(stored));
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5, 15))).toBe(true);
  const [, kept = ""] =
    /^private, max-age=(\d+)$/.exec(film.headers.get("cache-control") ?? "") ?? [];
  // One that was signed before has at least half of its time left.
  expect(Number(kept)).toBeLessThan(BOUNDS.film / 2);
  s3.clockAheadMs = (Number(kept) - 1) * 1000;
  expect(await statusAt(stored)).toBe(200);
});

test("what a person has sent is sent by the store, and nothing keeps it", async () => {
  const picture = await ask(await pictureOf(await school.student()));
  expect(picture.status).toBe(307);
  expect(picture.headers.get("cache-control")).toBe("private, no-store");
  const sent = await fetch(picture.headers.get("location") ?? "");
  expect(sent.headers.get("cache-control")).toBe("private, no-store");
  expect(sent.headers.get("content-disposition")).toBe(disposition(PHOTO));
  expect((await sent.arrayBuffer()).byteLength).toBe(100_000);
});

test("an address at the store opens nothing else, and nothing can be written there", async () => {
  const student = await school.student({ course: PMB });
  const [film, picture] = [
    new URL(await storedAt(await filmOf(student))),
    new URL(await storedAt(await pictureOf(student))),
  ];
  const changed = (change: (url: URL) => unknown): string => {
    const url = new URL(film);
    change(url);
    return url.href;
  };
  const atPath = (pathname: string) => changed((url) => Object.assign(url, { pathname }));
  const withParameter = (name: string, value: string) =>
    changed(({ searchParams }) => searchParams.set(name, value));
  const wrong = [
    ...[picture.pathname, "/school/signed/", "/school"].map(atPath),
    withParameter("X-Amz-Expires", "604800"),
    withParameter("X-Amz-Date", "20991118T120000Z"),
    withParameter("response-content-type", "text/html"),
    withParameter("list-type", "2"),
    changed(({ searchParams }) => searchParams.delete("response-cache-control")),
    changed(({ searchParams }) => searchParams.delete("X-Amz-Signature")),
  ];
  for (const address of wrong) expect([address, await statusAt(address)]).toEqual([address, 403]);
  for (const method of ["PUT", "POST", "DELETE"]) {
    const body = method === "DELETE" ? undefined : "changed";
    expect([method, await statusAt(film.href, { method, body })]).toEqual([method, 403]);
  }
  expect(await statusAt(film.href)).toBe(200);
  expect(film.href).not.toContain("STORE-KEY&");
});

test.each([
  ["a script", { ...OF_PAGE, "Sec-Fetch-Dest": "empty" }, ""],
  ["the desktop app, whose page is of another origin", OF_OTHER_PAGE, ""],
  ["a browser that does not say what it is for", {}, ""],
  ["a player that could not reach the store", OF_PAGE, "&via=school"],
])("a film in a bucket is sent by the school to %s", async (_, headers, more) => {
  const film = await filmOf(await school.student({ course: PMB }));
  const answer = await ask(`${film}${more}`, headers);
  expect(answer.status).toBe(200);
  expect((await answer.arrayBuffer()).byteLength).toBe(100_000);
});

test("a film is sent by the school when the built page does not let it come from the store", async () => {
  school.use({ webDir: path.join(webDir, "none"), isLogged: true });
  await school.restart();
  const film = await filmOf(await school.student({ course: PMB }));
  expect((await ask(film)).status).toBe(200);
  school.use({ webDir });
  await school.restart();
  expect(school.log).toContain("built without STORE_URL");
});
