import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { FILES, formRequest } from "./support/form.ts";
import { addLargeFiles } from "./support/large-files.ts";
import { activationCalls, newMachine } from "./support/machine.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { S3Server } from "./support/s3-server.ts";
import { sharedFolder } from "./support/temporary-folder.ts";
import { PMB, TestSchool } from "./support/test-school.ts";

/** For how long at most an address at the store opens a file, in seconds. */
const BOUNDS = { film: 15 * 60, attachment: 2 * 60 };

/** What a browser says of a film or picture in a page of the school. */
const OF_PAGE = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "video" };

let s3: S3Server;
let school: TestSchool;
const webDir = sharedFolder();
beforeAll(async () => {
  s3 = await S3Server.start();
  await writeFile(
    path.join(webDir, "index.html"),
    `<meta content="default-src 'none'; media-src 'self' blob: ${s3.endpoint}">`,
  );
  school = await TestSchool.open({ webDir, bucket: s3.of("signed/") });
  await addLargeFiles(school, 1, 100_000);
  await school.moveFiles("bucket");
});
afterAll(async () => {
  await school.close();
  await s3.stop();
});
afterEach(() => {
  s3.clockAheadMs = 0;
});

const QUERY = "product=PM&title=large-0.webm";

/** An address of the school that leads to the film. */
const filmOf = async (by: { token?: string; headers?: Record<string, string> }) => {
  const { json } = await school.call(`/assets/ticket?${QUERY}`, by);
  return `/assets/fetchData?${QUERY}&ticket=${json.ticket}`;
};

/** An address of the school that leads to a picture that a student has sent, for somebody who may see it. */
const pictureOf = async (student: { token: string }, reader = student) => {
  const parts = [
    { name: "subject", body: "Darts" },
    { name: "body", body: "How?" },
    { name: "attachments", fileName: "dart.jpg", body: FILES.jpeg(100_000) },
  ];
  const { json } = await school.call("/user/messages", formRequest(student.token, parts));
  const opened = await school.call(`/user/messages/${json.message.id}?files=url`, reader);
  return opened.json.attachments[0].url as string;
};

const ask = (address: string) =>
  fetch(`${school.url}/api${address}`, { headers: OF_PAGE, redirect: "manual" });
/** The address at the store, to which the school leads. */
const storedAt = async (address: string) => (await ask(address)).headers.get("location") ?? "";
const statusAt = async (stored: string, init: RequestInit = {}) =>
  (await fetch(stored, init)).status;

const user = async (username: string, ...words: string[]) => {
  const ran = await runInProcess(["user", "set", username, ...words], school.variables);
  expect(ran).toMatchObject({ code: 0 });
  school.now += 3000;
};

const removeCourse = (username: string) => user(username, "--remove-course", "PMB");
const logOut = (token: string) => school.call("/user/logout", { method: "POST", token });

/** Each right to a file, and how it ends. */
const ends: readonly [
  what: string,
  kind: keyof typeof BOUNDS,
  begin: () => Promise<{ address: string; end: () => Promise<unknown> }>,
][] = [
  [
    "the course is taken away",
    "film",
    async () => {
      const student = await school.student({ course: PMB });
      return { address: await filmOf(student), end: () => removeCourse(student.username) };
    },
  ],
  [
    "the course ends",
    "film",
    async () => {
      const student = await school.student({ course: PMB });
      const end = () => user(student.username, "--course", "PMB", "--until", "2026-10-01");
      return { address: await filmOf(student), end };
    },
  ],
  [
    "the person signs out",
    "film",
    async () => {
      const student = await school.student({ course: PMB });
      return { address: await filmOf(student), end: () => logOut(student.token) };
    },
  ],
  [
    "the account is blocked",
    "film",
    async () => {
      const student = await school.student({ course: PMB });
      return { address: await filmOf(student), end: () => user(student.username, "--block") };
    },
  ],
  [
    "a tutor is one no more",
    "film",
    async () => {
      const tutor = await school.add({ level: 10 });
      const token = await school.token(tutor);
      return {
        address: await filmOf({ token }),
        end: () => user(tutor.username, "--level", "0"),
      };
    },
  ],
  [
    "the licence is revoked",
    "film",
    async () => {
      const { activate, issue } = activationCalls(() => school);
      const serial = await issue();
      const [, licence = ""] = (await activate(newMachine(), serial)).text.split("\n");
      const address = await filmOf({ headers: { "X-License": licence } });
      const end = () => runInProcess(["serial", "revoke", serial], school.variables);
      return { address, end };
    },
  ],
  [
    "the student signs out",
    "attachment",
    async () => {
      const student = await school.student();
      return { address: await pictureOf(student), end: () => logOut(student.token) };
    },
  ],
  [
    "the student's account is removed",
    "attachment",
    async () => {
      const student = await school.student();
      const words = ["user", "remove", student.username, "--yes"];
      const end = async () => {
        expect(await runInProcess(words, school.variables)).toMatchObject({ code: 0 });
        school.now += 3000;
      };
      return { address: await pictureOf(student), end };
    },
  ],
  [
    "a tutor who has opened the message is one no more",
    "attachment",
    async () => {
      const tutor = await school.add({ level: 10 });
      const token = await school.token(tutor);
      const address = await pictureOf(await school.student(), { token });
      return { address, end: () => user(tutor.username, "--level", "0") };
    },
  ],
];

test.each(ends)(
  "an address at the store is given no more once %s, and an earlier one ends in minutes (%s)",
  async (_, kind, begin) => {
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
  },
);

test("an address at the store is remembered for a film, for a time in which it is still good, and never for what a person has sent", async () => {
  const student = await school.student({ course: PMB });
  const film = await ask(await filmOf(student));
  const [, kept = ""] =
    /^private, max-age=(\d+)$/.exec(film.headers.get("cache-control") ?? "") ?? [];
  // One that was signed before has at least half of its time left.
  expect(Number(kept)).toBeLessThan(BOUNDS.film / 2);
  s3.clockAheadMs = (Number(kept) - 1) * 1000;
  expect(await statusAt(film.headers.get("location") ?? "")).toBe(200);
  const address = await pictureOf(student);
  const picture = await ask(address);
  expect(picture.headers.get("cache-control")).toBe("private, no-store");
  expect(await storedAt(address)).not.toBe("");
});

test("an address at the store opens nothing else, and nothing can be written there", async () => {
  const student = await school.student({ course: PMB });
  const [film, picture] = [
    new URL(await storedAt(await filmOf(student))),
    new URL(await storedAt(await pictureOf(student))),
  ];
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(film);
    change(url);
    return url.href;
  };
  const wrong = [
    changed((url) => {
      url.pathname = picture.pathname;
    }),
    changed((url) => {
      url.pathname = "/school/signed/";
    }),
    changed((url) => {
      url.pathname = "/school";
    }),
    changed((url) => url.searchParams.set("X-Amz-Expires", "604800")),
    changed((url) => url.searchParams.set("X-Amz-Date", "20991118T120000Z")),
    changed((url) => url.searchParams.set("response-content-type", "text/html")),
    changed((url) => url.searchParams.delete("response-cache-control")),
    changed((url) => url.searchParams.append("list-type", "2")),
    changed((url) => url.searchParams.delete("X-Amz-Signature")),
  ];
  for (const address of wrong) expect([address, await statusAt(address)]).toEqual([address, 403]);
  for (const method of ["PUT", "POST", "DELETE"]) {
    const body = method === "DELETE" ? undefined : "changed";
    expect([method, await statusAt(film.href, { method, body })]).toEqual([method, 403]);
  }
  expect(await statusAt(film.href)).toBe(200);
  expect(film.href).not.toContain("S3RVER&");
});
