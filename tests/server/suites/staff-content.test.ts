import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { describe, expect, test } from "vitest";
import { getStaffContent, MAX_SOURCE_PART_BYTES } from "../../../src/contract/staff-content.ts";
import { getStaffJob } from "../../../src/contract/staff-jobs.ts";
import type { Id } from "../../../src/contract/wire.ts";
import { JOB_HANDLERS } from "../../../src/server/jobs/job-handlers.ts";
import { contentsOf, importFolder } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { deskOf } from "../support/desk.ts";
import { DAY, FIXTURE, openSchool, type TestSchool } from "../support/test-school.ts";
import { unzipped } from "../support/unzipped.ts";

/** Where no draft is made. */
const draftless = openSchool.shared();
/** Where nothing stays of the parts that are sent. */
const receiving = openSchool.shared();

type Contents = Record<string, Buffer>;

const LESSON = "PM/lessons/paper.md";

const sha256 = (bytes: Buffer): string => hash("sha256", bytes);

const atDesk = async (school: TestSchool, level = 20) => {
  const { person: manager, token, call: ask } = await deskOf(school, level);
  const call = (name: string, method: string, json?: unknown) =>
    ask(`content${name}`, method, json);
  const content = async () => decode(getStaffContent, (await call("", "GET")).json);
  const part = async (use: string, checksum: string, bytes: Buffer, at = 0, size = bytes.length) =>
    school.call(`/staff/content/uploads/${checksum}?at=${at}&size=${size}&use=${use}`, {
      ...{ method: "PUT", token, body: bytes },
    });
  /** Sends those files that the school has not. */
  const sendFiles = async (contents: Contents): Promise<number> => {
    const all = new Map(Object.values(contents).map((bytes) => [sha256(bytes), bytes]));
    const files = [...all].map(([checksum, { length: size }]) => ({ checksum, size }));
    const { missing } = (await call("/uploads", "POST", { files })).json;
    for (const { checksum } of missing) {
      const sent = await part("file", checksum, all.get(checksum) ?? Buffer.alloc(0));
      expect(sent.status).toBe(200);
    }
    return missing.length;
  };
  const putDraft = (contents: Contents, replaces: string | null, changes: string | null = null) =>
    call("/draft/files", "PUT", {
      files: Object.entries(contents).map(([name, bytes]) => ({
        ...{ path: name, checksum: sha256(bytes), size: bytes.length },
      })),
      ...{ replaces, changes },
    });
  /** Orders a job, and waits for its end. */
  const done = async (name: string, json: unknown) => {
    const ordered = await call(name, "POST", json);
    expect([name, ordered.status, ordered.text]).toEqual([name, 200, ordered.text]);
    await school.server.runJobs();
    const { json: page } = await school.call(`/staff/jobs/${ordered.json.job}`, { token });
    const { job, result, file } = decode(getStaffJob, page);
    return { ...job, result: result ? JSON.parse(result) : null, file };
  };
  return { manager, token, call, content, part, sendFiles, putDraft, done };
};

const zipOf = async (contents: Record<string, Buffer | string>): Promise<Buffer> => {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, bytes] of Object.entries(contents)) {
    await zip.add(name, new Uint8ArrayReader(new Uint8Array(Buffer.from(bytes))));
  }
  return Buffer.from(await zip.close());
};

test("a folder that is sent becomes the draft, is checked, published, and rolled back by a manager", async () => {
  const school = await openSchool();
  const { version } = await importFolder(school, FIXTURE);
  const desk = await atDesk(school);
  const before = await desk.content();
  expect(before).toMatchObject({ versions: [{ id: version, actor: "command" }], draft: null });
  expect(before.products[0]).toMatchObject({ key: "PM", courses: [{ key: "PMB" }, {}] });

  const contents = await contentsOf(FIXTURE);
  const lesson = contents[LESSON]?.toString().replaceAll("Which paper", "Any paper") ?? "";
  contents[LESSON] = Buffer.from(lesson);
  expect(await desk.sendFiles(contents)).toBe(1);
  const put = await desk.putDraft(contents, null);
  expect(put.status).toBe(200);
  const { version: draft } = put.json;
  expect((await desk.done("/draft/check", { version: draft })).state).toBe("done");
  expect((await desk.content()).draft).toMatchObject({
    ...{ version: draft, actor: "person", by: desk.manager.username, outdated: false },
    checked: {
      problems: [],
      found: { changes: { new: 0, changed: 1, moved: 0, removed: 0 } },
    },
  });

  const order = { version: draft, published: version, note: "Any paper will do" };
  const published = await desk.done("/draft/publish", order);
  expect(published).toMatchObject({ state: "done", result: { changed: true } });
  const reader = await school.token(await school.add({ level: 100 }));
  const title = async () => {
    const { json } = await school.call("/products/PM/lessons/paper", { token: reader });
    return json.lesson.html.languages.en.pages[0].title;
  };
  expect(await title()).toBe("Any paper");
  const after = await desk.content();
  expect(after.draft).toBeNull();
  const summary = {
    ...{ course: "", courses: [{ key: "PMB", change: "changed", lessons: { changed: 1 } }] },
  };
  expect(after.versions).toMatchObject([
    { by: desk.manager.username, note: "Any paper will do", summary },
    { by: "" },
  ]);
  const latest = after.versions[0]?.id;
  const wanted = { version: null, id: version };
  const { result } = await desk.done("/comparisons", { ...wanted, course: "PMS" });
  expect([result.problem_count, result.found.changed_courses]).toEqual([0, []]);
  const whole = (await desk.done("/comparisons", wanted)).result.found;
  expect(whole.changed_lessons).toMatchObject([{ key: "paper", courses: ["PMB"] }]);
  const again = await desk.done(`/versions/${version}/roll-back`, { published: latest });
  expect(again.state).toBe("done");
  expect(await title()).toBe("Which paper");
  const { json } = await school.call("/staff/changes", { token: desk.token });
  const actions = json.changes.map((change: { action: string }) => change.action);
  expect(actions.slice(0, 4)).toEqual(["rolled-back", "published", "changed", "imported"]);
});

test("a draft with a mistake says file and line, and stays a draft", async () => {
  const school = await openSchool();
  const desk = await atDesk(school);
  const contents = await contentsOf(FIXTURE);
  contents[LESSON] = Buffer.from("---\nid: nothing\n---\n");
  await desk.sendFiles(contents);
  const { version } = (await desk.putDraft(contents, null)).json;
  await desk.done("/draft/check", { version });
  const { draft } = await desk.content();
  const mistake = expect.objectContaining({ file: LESSON, line: 2 });
  expect(draft?.checked?.problems).toContainEqual(mistake);
  const published = await desk.done("/draft/publish", { version, published: null });
  expect(published).toMatchObject({ state: "failed", problem: "content/problems" });
  expect(published.result.problems).toContainEqual(mistake);
  expect((await desk.content()).draft?.version).toBe(version);
  // Nothing is left of the folders in which the work was done.
  expect(await readdir(path.join(school.dataDir, "sources"))).toEqual(["lessons.cache"]);
});

test("of two people at one draft, the second one gets 409 and changes nothing", async () => {
  const school = await openSchool();
  const [desk, other] = [await atDesk(school), await atDesk(school)];
  const contents = await contentsOf(FIXTURE);
  await desk.sendFiles(contents);
  const { version } = (await desk.putDraft(contents, null)).json;
  const late = await other.putDraft({ "school.yaml": contents["school.yaml"] as Buffer }, null);
  expect([late.status, late.json.code]).toEqual([409, "content/conflict"]);
  const next = (await other.putDraft(contents, version)).json.version;
  expect(next).not.toBe(version);
  const calls = [
    () => desk.call("/draft/check", "POST", { version }),
    () => desk.call("/draft/publish", "POST", { version, published: null }),
    () => desk.call(`/draft?replaces=${version}`, "DELETE"),
  ];
  for (const call of calls) expect((await call()).json.code).toBe("content/conflict");
  const { username: by } = other.manager;
  expect((await desk.content()).draft).toMatchObject({ version: next, by });
  expect((await other.call(`/draft?replaces=${next}`, "DELETE")).status).toBe(204);
  expect((await desk.content()).draft).toBeNull();
});

describe("changes of the draft that are not in what replaces it", () => {
  const mine = Buffer.from("---\ntitle: Mine\n---\n# Mine\n");

  /** A school whose draft has a changed and a new lesson, and a folder without them. */
  const open = async () => {
    const school = await openSchool();
    await importFolder(school, FIXTURE);
    const desk = await atDesk(school);
    const contents = await contentsOf(FIXTURE);
    const own = { ...contents, [LESSON]: mine, "PM/lessons/new.md": mine };
    await desk.sendFiles(own);
    const { version } = (await desk.putDraft(own, null)).json;
    const text = async (path: string, of = "") => {
      const query = new URLSearchParams({ path, ...(of && { checksum: of }) });
      return (await school.call(`/staff/texts/text?${query}`, { token: desk.token })).json.text;
    };
    const history = async (path: string) =>
      (await school.call(`/staff/texts/history?path=${path}`, { token: desk.token })).json.versions;
    const zip = await zipOf(contents);
    const checksum = sha256(zip);
    const unpack = async (changes: string | null, replaces = version) => {
      await desk.part("zip", checksum, zip);
      return desk.done("/draft/zip", { checksum, size: zip.length, replaces, changes });
    };
    return { desk, contents, version, unpack, text, history };
  };

  test("are named, and nothing is changed until somebody decides, for a folder and a zip", async () => {
    const { desk, contents, version, unpack, text } = await open();
    const differing = ["PM/lessons/new.md", LESSON];
    expect((await desk.putDraft(contents, version)).json).toEqual({ version, differing });
    const refused = { state: "failed", problem: "content/draft_differs" };
    expect(await unpack(null)).toMatchObject({ ...refused, result: { paths: differing } });
    expect((await desk.content()).draft?.version).toBe(version);
    expect(await text(LESSON)).toBe(mine.toString());
  });

  test("stay beside the rest of a zip that is merged, and in the history of a text that is replaced", async () => {
    const { desk, contents, unpack, text, history } = await open();
    expect((await unpack("merge")).state).toBe("done");
    const changed = [LESSON, "PM/lessons/new.md"];
    for (const path of changed) expect(await text(path)).toBe(`${mine}`);
    const { version } = (await desk.content()).draft ?? {};
    expect((await unpack("replace", version)).state).toBe("done");
    expect(await text(LESSON)).toBe(contents[LESSON]?.toString());
    for (const path of changed) {
      const [, { checksum }] = await history(path);
      expect(checksum).toBe(sha256(mine));
      expect(await text(path, checksum)).toBe(mine.toString());
    }
  });
});

test("a large file is sent in parts, and goes on after a cut where it has stopped", async () => {
  const desk = await atDesk(receiving);
  const film = Buffer.alloc(2 * MAX_SOURCE_PART_BYTES + 1000, "film ");
  const checksum = sha256(film);
  const asked = { files: [{ checksum, size: film.length }] };
  const first = film.subarray(0, MAX_SOURCE_PART_BYTES);
  // Another window begins at the start.
  for (const _window of [1, 2]) {
    const { json } = await desk.part("file", checksum, first, 0, film.length);
    expect(json).toEqual({ received: first.length });
  }
  expect((await desk.call("/uploads", "POST", asked)).json.missing).toEqual([
    { checksum, received: first.length },
  ]);
  for (const at of [first.length, 2 * first.length]) {
    const rest = film.subarray(at, at + MAX_SOURCE_PART_BYTES);
    expect((await desk.part("file", checksum, rest, at, film.length)).status).toBe(200);
  }
  expect((await desk.call("/uploads", "POST", asked)).json.missing).toEqual([]);
  expect(await receiving.sentFiles()).toEqual([]);
});

test("a file that could not be assembled from its parts is assembled when it is sent again", async () => {
  const desk = await atDesk(receiving);
  const film = Buffer.alloc(1000, "film ");
  const checksum = sha256(film);
  // The parts of a zip are left as they are.
  for (const at of [0, 500]) {
    await desk.part("zip", checksum, film.subarray(at, at + 500), at, film.length);
  }
  const asked = { files: [{ checksum, size: film.length }] };
  const [{ received }] = (await desk.call("/uploads", "POST", asked)).json.missing;
  expect(received).toBe(film.length);
  const rest = film.subarray(received);
  const { json } = await desk.part("file", checksum, rest, received, film.length);
  expect(json).toEqual({ received });
  expect((await desk.call("/uploads", "POST", asked)).json.missing).toEqual([]);
  expect(await receiving.sentFiles()).toEqual([]);
});

test("bytes that are not those of their checksum are refused, and none of them stay", async () => {
  const desk = await atDesk(receiving);
  const bytes = Buffer.from("a lesson");
  const wrong = sha256(Buffer.from("another"));
  const refused = [422, "content/wrong_checksum"];
  expect((await desk.part("file", wrong, bytes)).outcome).toEqual(refused);
  const half = bytes.subarray(0, 4);
  await desk.part("file", wrong, half, 0, 8);
  expect((await desk.part("file", wrong, half, 4, 8)).json.code).toBe("content/wrong_checksum");
  // More than a film may have, a part behind the end, and one that is longer than the file.
  for (const [at, size, status] of [
    [0, 5_000_000_000, 413],
    [9, 8, 422],
    [0, 3, 422],
  ] as const) {
    expect((await desk.part("file", wrong, bytes, at, size)).status).toBe(status);
  }
  expect(await receiving.sentFiles()).toEqual([]);
  const asked = { files: [{ checksum: wrong, size: 8 }] };
  expect((await desk.call("/uploads", "POST", asked)).json.missing).toEqual([
    { checksum: wrong, received: 0 },
  ]);
});

test.each([
  ["a path out of the folder", { "../school.yaml": 1 }, 422, "content/unsafe_names"],
  ["names that differ in their form", { "é.md": 1, "e\u0301.md": 1 }, 422, "content/twins"],
  ["a picture of 500 MB", { "PM/assets/a.jpg": 5e8 }, 413, "content/picture_too_large"],
  ["a film of 5 GB", { "PM/assets/a.mp4": 5e9 }, 413, "content/too_large"],
  ["bytes that were not sent", { "a.md": 1 }, 422, "content/missing_files"],
])("a folder with %s is refused", async (_, sizes, status, code) => {
  const desk = await atDesk(draftless);
  const files = Object.entries(sizes).map(([name, size]) => ({
    ...{ path: name, checksum: "a".repeat(64), size },
  }));
  if (code === "content/twins") {
    const bytes = Buffer.from("x");
    await desk.sendFiles({ x: bytes });
    for (const file of files) file.checksum = sha256(bytes);
  }
  const answer = await desk.call("/draft/files", "PUT", { files, replaces: null });
  expect([answer.status, answer.json.code]).toEqual([status, code]);
  expect((await desk.content()).draft).toBeNull();
});

/** Lets a zip of one file say that the file has this size. The school reads no file that is too large. */
const claiming = (zip: Buffer, size: number): Buffer => {
  zip.writeUInt32LE(size, zip.indexOf("PK\u0001\u0002") + 24);
  return zip;
};

/** Sends a zip in parts of some bytes, and unpacks it. */
const unpacked = async (desk: Awaited<ReturnType<typeof atDesk>>, zip: Buffer, step = 5000) => {
  const checksum = sha256(zip);
  for (let at = 0; at < zip.length; at += step) {
    await desk.part("zip", checksum, zip.subarray(at, at + step), at, zip.length);
  }
  return desk.done("/draft/zip", { checksum, size: zip.length, replaces: null });
};

test("a zip of a folder becomes the draft, without the folder around it and what systems leave behind", async () => {
  const school = await openSchool();
  const desk = await atDesk(school);
  const contents = await contentsOf(FIXTURE);
  const inFolder = Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => [`my school/${name}`, bytes]),
  );
  const junk = { "__MACOSX/x": "x", "my school/.DS_Store": "x" };
  const { state, result } = await unpacked(desk, await zipOf({ ...inFolder, ...junk }));
  expect([state, result.files]).toEqual(["done", Object.keys(contents).length]);
  // The process that has unpacked it may be ended before it has removed the parts of the zip, and others are given up.
  await desk.part("zip", "a".repeat(64), Buffer.from("half"), 0, 100);
  // A file's own time is that of the machine.
  school.now = Math.max(school.now, Date.now()) + 3 * DAY;
  await school.server.cleanUp();
  expect(await school.sentFiles()).toEqual([]);

  const { draft } = await desk.content();
  const exported = await desk.done(`/versions/${draft?.id}/export`, undefined);
  const { bytes } = await school.call(exported.file);
  expect(Object.fromEntries(await unzipped(bytes))).toEqual(contents);
});

test.each([
  ["no zip", async () => Buffer.from("PK\u0003\u0004 no zip at all".repeat(20)), "damaged_zip"],
  ["a path out of the folder", () => zipOf({ "../school.yaml": "x" }), "unsafe_zip"],
  [
    "more zeros than a disk has",
    async () => claiming(await zipOf({ "school.yaml": "x" }), 300 * 1024 * 1024),
    "too_large",
  ],
])("a zip with %s is refused, and its draft is as before", async (_, make, code) => {
  const desk = await atDesk(draftless);
  const zip = await make();
  const { state, problem } = await unpacked(desk, zip, MAX_SOURCE_PART_BYTES);
  expect([state, problem]).toEqual(["failed", `content/${code}`]);
  expect((await desk.content()).draft).toBeNull();
});

/** Ends the process of long work on the content, as Linux does when there is no more memory. */
const killContentProcess = async (): Promise<void> => {
  for (;;) {
    for (const task of await readdir("/proc/self/task")) {
      const children = await readFile(`/proc/self/task/${task}/children`, "utf8").catch(() => "");
      for (const pid of children.split(" ").filter(Boolean)) {
        const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
        if (!command.includes("content-process.ts")) continue;
        process.kill(Number(pid), "SIGKILL");
        return;
      }
    }
    await new Promise(setImmediate);
  }
};

test.runIf(process.platform === "linux")(
  "work on the content that takes all memory fails with a word, and the school goes on",
  async () => {
    const desk = await atDesk(await openSchool({ jobHandlers: JOB_HANDLERS }));
    const zip = await zipOf({ "school.yaml": "x" });
    const work = unpacked(desk, zip);
    await killContentProcess();
    const { state, problem } = await work;
    expect([state, problem]).toEqual(["failed", "job/out_of_memory"]);
    expect((await desk.content()).draft).toBeNull();
    expect(await unpacked(desk, zip)).toMatchObject({ state: "done", result: { files: 1 } });
    const broken = await unpacked(desk, Buffer.from("no zip"));
    expect([broken.state, broken.problem]).toEqual(["failed", "content/damaged_zip"]);
  },
);

test("the words of mails that open accounts are published by administrators alone", async () => {
  const school = await openSchool();
  const { version } = await importFolder(school, FIXTURE);
  const manager = await atDesk(school);
  const administrator = await atDesk(school, 100);
  const before = await contentsOf(FIXTURE);
  const draftWith = async (replaces: string | null, mails: string) => {
    const yaml = Buffer.from(`${before["school.yaml"]}\nmails:\n${mails}`);
    await manager.sendFiles({ yaml });
    const changes = replaces === null ? null : "replace";
    return (await manager.putDraft({ ...before, "school.yaml": yaml }, replaces, changes)).json
      .version;
  };
  const publish = async (desk: typeof manager, draft: string, published: Id | undefined) => {
    const { state, problem } = await desk.done("/draft/publish", { version: draft, published });
    return [state, problem];
  };
  const reset = "  password-reset: {en: {subject: A, text: 'Call us. {link}'}}\n";
  const draft = await draftWith(null, reset);
  expect(await publish(manager, draft, version)).toEqual(["failed", "content/account_mails"]);
  expect(await publish(administrator, draft, version)).toEqual(["done", ""]);
  // A signature stands below them, too.
  const [latest] = (await manager.content()).versions;
  const signed = await draftWith(null, `${reset}  signature: {en: 'Yours, evil.example'}\n`);
  expect(await publish(manager, signed, latest?.id)).toEqual(["failed", "content/account_mails"]);
  // The words stay as they are, and neither news nor a signature without an address leads elsewhere.
  const others = "  news: {en: {subject: A, text: '{news} {change}'}}\n  signature: {en: Yours}\n";
  const next = await draftWith(signed, reset + others);
  expect(await publish(manager, next, latest?.id)).toEqual(["done", ""]);
  const ordered = { published: (await manager.content()).versions[0]?.id };
  const back = await manager.done(`/versions/${version}/roll-back`, ordered);
  expect([back.state, back.problem]).toEqual(["failed", "content/account_mails"]);
});
