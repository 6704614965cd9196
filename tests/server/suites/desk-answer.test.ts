import { randomUUID } from "node:crypto";
import { readdir, rm, utimes } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { PUBLISHED_AFTER_MS } from "../../../src/domain/hand-in-answer.ts";
import { writeSetting } from "../../../src/server/db/settings.ts";
import { drawInTurn } from "../../../src/server/desk/marked-files.ts";
import { OverloadedError } from "../../../src/server/overloaded-error.ts";
import { FILES } from "../support/form.ts";
import { handIns, photo, TASK } from "../support/hand-ins.ts";
import { MINUTE, NOON, openSchool, PMB, SWB, sharedPerson } from "../support/test-school.ts";

const RED = { kind: "line", ink: "red", from: { x: 1000, y: 5000 }, to: { x: 9000, y: 5000 } };
const PIN = { kind: "pin", ink: "red", high: 10_000, at: { x: 2500, y: 5000 }, number: 7 };
const WEBM = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4, 5, 6, 7, 8]);
const VOICE = WEBM.toString("base64");
const page = (shapes: unknown[] = [RED], number = 1) => ({ page: number, turn: 0, shapes });
/** Drawings on the first file of a hand-in. */
const drawn = (...pages: unknown[]) => [{ file: 0, pages }];

const school = openSchool.shared();
const { student, handIn, answer: answerAsBefore, mine } = handIns(() => school);
const tutor = sharedPerson(school, { level: 10, teaches: [PMB] });
const other = sharedPerson(school, { level: 10, teaches: [PMB] });
const stranger = sharedPerson(school, { level: 10, teaches: [SWB] });
const paper = { width: 400, height: 400, channels: 3, background: "white" } as const;
const white: Buffer = await sharp({ create: paper }).jpeg().toBuffer();

afterEach(() => {
  school.now = NOON;
});

/** Somebody who has handed in a white photo, or another file. */
const waits = async (fileName = "block.jpg", body = white) => {
  const person = await student();
  const files = [{ ...photo, fileName, body }];
  const { uploads } = (await handIn(person.token, { files })).json.assignment;
  return { ...person, upload: uploads.at(-1).id as number };
};
const answer = (upload: number, said: object = {}, token = tutor.token) =>
  school.call(`/desk/hand-ins/${upload}/answer`, {
    token,
    headers: { "Idempotency-Key": randomUUID() },
    json: { state: "returned", text: "Mend the hem", replaces: null, drawings: [], ...said },
  });
const takeBack = (upload: number, token = tutor.token) =>
  school.call(`/desk/hand-ins/${upload}/answer`, { method: "DELETE", token });
const atDesk = (upload: number) => school.call(`/desk/hand-ins/${upload}`, { token: tutor.token });
const row = (upload: number) => school.row("upload", { id: upload });
/** The answers until now are told to their students. */
const tell = () => {
  school.now = NOON + PUBLISHED_AFTER_MS;
};
const copy = (upload: number, token: string) =>
  school.call(`/user/assignments/${TASK}/uploads/${upload}/marked/0`, { token });
const hear = (upload: number, token: string) =>
  school.call(`/user/assignments/${TASK}/voice/${upload}`, { token });

test("a hand-in comes with its student's progress, and with what was handed in before", async () => {
  const noa = await student();
  const first = (await handIn(noa.token, { comment: "First try" })).json.assignment.uploads[0].id;
  await answer(first, { text: "Once more" });
  tell();
  const again = await handIn(noa.token, { files: [photo, photo] });
  const second = again.json.assignment.uploads.at(-1).id;
  const { status, json } = await atDesk(second);
  expect(status).toBe(200);
  expect(json.hand_in).toMatchObject({
    ...{ id: second, assignment_id: TASK, course_id: PMB, state: "uploaded" },
    ...{ answered: null, undo_until: null, drawings: [], claim: null },
  });
  expect(json.hand_in.files).toHaveLength(2);
  expect(json).toMatchObject({
    ...{ consent: false, measurements: null },
    student: { id: noa.id, courses: [{ course_id: PMB, completed: 5 }] },
    others: [{ id: first, state: "returned", comment: "First try", feedback: "Once more" }],
  });
  const earlier = (await atDesk(first)).json;
  expect(earlier.hand_in.feedback.text).toBe("Once more");
  expect(earlier.others.map(({ id }: { id: number }) => id)).toEqual([second]);
});

test("an answer is given at once, ends the claims of its hand-in, and is told to its student ten seconds later", async () => {
  const { upload, token } = await waits();
  const claim = { method: "PUT", token: other.token, json: {} };
  await school.call(`/desk/hand-ins/${upload}/claim`, claim);
  const given = await answer(upload, { state: "accepted", text: "Fine" });
  expect(given.status).toBe(201);
  expect(given.json.hand_in).toMatchObject({
    id: upload,
    state: "accepted",
    feedback: { text: "Fine", tutor: "Noa Brand" },
    answered: new Date(NOON).toISOString(),
    undo_until: new Date(NOON + PUBLISHED_AFTER_MS).toISOString(),
    claim: null,
  });
  expect((await mine(token))[0].state).toBe("uploaded");
  tell();
  expect((await mine(token))[0].uploads[0].feedback).toMatchObject({ text: "Fine", new: true });
});

test("a taken back answer leaves the hand-in, and the ones before it, as they were", async () => {
  const noa = await waits();
  const second = (await handIn(noa.token)).json.assignment.uploads.at(-1).id;
  const rows = () => Promise.all([row(noa.upload), row(second)]);
  const before = await rows();
  await answer(second, { state: "accepted" });
  expect((await rows()).map(({ state }) => state)).toEqual(["accepted", "accepted"]);
  const undone = await takeBack(second);
  expect([undone.status, undone.json.hand_in.state]).toEqual([200, "uploaded"]);
  expect(await rows()).toEqual(before);
  expect((await takeBack(second)).json.code).toBe("assignment/published");
});

test("taking back an answer brings back the one that it has replaced, with its drawing", async () => {
  const { upload, token } = await waits();
  const drawings = drawn(page());
  const first = (await answer(upload, { drawings })).json.hand_in;
  school.now = NOON + MINUTE;
  const { bytes } = await copy(upload, token);
  const said = { state: "accepted", text: "After all", replaces: first.answered };
  expect((await answer(upload, said)).json.hand_in.drawings).toEqual([]);
  expect((await copy(upload, token)).status).toBe(404);
  // The school cleans up in between, and the copy is a day old.
  const folder = path.join(school.dataDir, "uploads");
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), 0, 0);
  await school.server.cleanUp();
  const { json } = await takeBack(upload);
  expect(json.hand_in).toMatchObject({ state: "returned", answered: first.answered, drawings });
  expect((await copy(upload, token)).bytes).toEqual(bytes);
  expect((await mine(token))[0].state).toBe("returned");
});

test("an answer cannot be taken back once it is told, nor by another tutor", async () => {
  const { upload } = await waits();
  await answer(upload);
  expect((await takeBack(upload, other.token)).status).toBe(403);
  expect((await takeBack(upload, stranger.token)).status).toBe(404);
  tell();
  expect((await takeBack(upload)).outcome).toEqual([409, "assignment/published"]);
  expect((await row(upload)).state).toBe("returned");
});

test("pinned comments come to the student with their places, once the answer is told", async () => {
  const { upload, token } = await waits();
  const shapes = [RED, { ...PIN, text: "Hem" }, { ...PIN, text: "Dart" }];
  const { status, json } = await answer(upload, { text: "", drawings: drawn(page(shapes)) });
  expect([status, json.hand_in.state]).toEqual([201, "returned"]);
  const numbered = json.hand_in.drawings[0].pages[0].shapes;
  expect(numbered.map(({ number }: { number?: number }) => number)).toEqual([undefined, 1, 2]);
  const pinsOf = async () => (await mine(token))[0].uploads[0].files[0].marked?.pins;
  expect(await pinsOf()).toBe(undefined);
  tell();
  expect(await pinsOf()).toEqual([
    { x: 0.25, y: 0.5, text: "Hem", page: 1 },
    { x: 0.25, y: 0.5, text: "Dart", page: 1 },
  ]);
  // The number is painted where the pin is: the photo is white elsewhere.
  const { bytes } = await copy(upload, token);
  const place = { left: 100, top: 200, width: 1, height: 1 };
  const { channels } = await sharp(bytes).extract(place).stats();
  expect(channels.map(({ mean }) => mean)).not.toEqual([255, 255, 255]);
});

test("a recording is an answer, and is heard by the student once it is told, and by tutors of the course", async () => {
  const { upload, token } = await waits();
  const voice = { type: "audio/webm", size: WEBM.length };
  const given = await answer(upload, { text: "", voice: VOICE });
  expect([given.status, given.json.hand_in]).toMatchObject([
    201,
    { drawings: [], feedback: { voice } },
  ]);
  expect((await hear(upload, token)).status).toBe(404);
  expect((await hear(upload, other.token)).bytes).toEqual(WEBM);
  expect((await hear(upload, stranger.token)).status).toBe(404);
  tell();
  expect((await hear(upload, token)).bytes).toEqual(WEBM);
  const [{ uploads }] = await mine(token);
  expect(uploads[0].feedback.voice).toEqual(voice);
  expect(uploads[0].files).toHaveLength(1);
  expect((await hear(upload, (await student()).token)).status).toBe(404);
});

test("another answer keeps the recording, replaces it or leaves it out, and undo brings it back", async () => {
  const { upload } = await waits();
  const another = Buffer.from([...WEBM.subarray(0, 11), 99]).toString("base64");
  /** The last byte of what is heard. */
  const heard = async () => {
    const { status, bytes } = await hear(upload, tutor.token);
    return status === 200 ? bytes.at(-1) : null;
  };
  let replaces: string | null = null;
  const heardAfter = async (said: Record<string, unknown>) => {
    school.now += MINUTE;
    replaces = (await answer(upload, { replaces, ...said })).json.hand_in.answered;
    return heard();
  };
  expect(await heardAfter({ voice: VOICE })).toBe(8);
  expect(await heardAfter({ voice: "" })).toBe(8);
  expect(await heardAfter({ voice: another })).toBe(99);
  expect(await heardAfter({})).toBe(null);
  await takeBack(upload);
  expect(await heard()).toBe(99);
});

test("a page that begins like a recording is sent as a download of no known type", async () => {
  const { upload } = await waits();
  const script = Buffer.from("<!doctype html><script>alert(1)</script>");
  const voice = Buffer.concat([WEBM, script]).toString("base64");
  expect((await answer(upload, { voice })).status).toBe(201);
  expect((await hear(upload, tutor.token)).headers).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": expect.stringContaining("attachment"),
    "x-content-type-options": "nosniff",
  });
});

test("a school can switch recordings off", async () => {
  const set = (value: string) =>
    school.database.write((db) => writeSetting(db, "voice_answers", value));
  await set("off");
  onTestFinished(() => set("on"));
  const { upload } = await waits();
  expect((await atDesk(upload)).json.takes_voice).toBe(false);
  expect((await answer(upload, { voice: VOICE })).status).toBe(422);
});

test("of two answers at once one is given, and the other is refused without a change", async () => {
  const { upload } = await waits();
  const answers = await Promise.all([
    answer(upload, { text: "From one" }),
    answer(upload, { text: "From the other" }, other.token),
  ]);
  const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
  expect([won?.status, lost?.status]).toEqual([201, 409]);
  expect(lost?.json.code).toBe("assignment/answered");
  const given = won?.json.hand_in;
  expect((await row(upload)).feedback).toBe(given.feedback.text);
  const again = { text: "Both of us", replaces: given.answered };
  expect((await answer(upload, again)).json.hand_in.feedback.text).toBe("Both of us");
});

test("an answer of the old call is an answer at the desk, too", async () => {
  const noa = await waits();
  const said = { student_id: noa.id, upload_id: noa.upload, state: "returned", text: "Old" };
  expect((await answerAsBefore(tutor.token, said)).status).toBe(200);
  expect((await answer(noa.upload)).json.code).toBe("assignment/answered");
  expect((await takeBack(noa.upload)).json.code).toBe("assignment/published");
});

test.each<[string, Record<string, unknown>, status?: number]>([
  ["a return without a word or a drawing", { text: " " }],
  ["a return with a drawing that has nothing on it", { text: "", drawings: drawn(page([])) }],
  ["a text without an end", { text: "x".repeat(10_001) }],
  ["no such state", { state: "open" }],
  ["a null character", { text: "a\0b" }],
  ["a drawing on a file that is not there", { drawings: [{ file: 1, pages: [page()] }] }],
  ["two drawings of a file", { drawings: [...drawn(page()), ...drawn(page())] }],
  ["a second page of a photo", { drawings: drawn(page([RED], 2)) }],
  [
    "a comment that is pinned beside the picture",
    { drawings: drawn(page([{ ...PIN, text: "Hem", at: { x: 10_001, y: 0 } }])) },
  ],
  ["a recording that is not there", { text: "", voice: "" }],
  ["a recording that is none", { voice: Buffer.from("<script>").toString("base64") }],
  ["a recording that is no Base64", { voice: "***" }],
  ["a recording without an end", { voice: Buffer.alloc(2_097_155, WEBM).toString("base64") }],
  ["10 MB that nobody reads", { text: "x".repeat(10_000_000) }, 413],
])("an answer with %s is refused, and changes nothing", async (_, said, status = 422) => {
  const { upload } = await waits();
  const before = await row(upload);
  const files = await school.sentFiles();
  expect((await answer(upload, said)).status).toBe(status);
  expect(await row(upload)).toEqual(before);
  expect(await school.sentFiles()).toEqual(files);
});

test.each([
  ["on which nothing can be drawn", () => waits("broken.pdf", FILES.pdf())],
  [
    "that the store has lost",
    async () => {
      const person = await waits();
      const { stored } = await school.row("upload_file", { upload_id: person.upload });
      await rm(path.join(school.dataDir, "uploads", stored));
      return person;
    },
  ],
])("a file %s takes an answer in words, and no drawing", async (_, handedIn) => {
  const { upload } = await handedIn();
  const refused = await answer(upload, { drawings: drawn(page()) });
  expect([refused.status, refused.json.errors[0].path]).toEqual([422, "drawings.0"]);
  expect((await row(upload)).state).toBe("uploaded");
  expect((await answer(upload)).status).toBe(201);
});

test("nobody answers the work of another course, or of somebody who has left", async () => {
  const { upload, id } = await waits();
  expect((await answer(upload, {}, stranger.token)).json.code).toBe("assignment/not_found");
  await school.remove("account", { id });
  expect((await answer(upload)).json.code).toBe("assignment/not_found");
});

test("lengths on a marked copy are written in the language of the student's app", async () => {
  const copyFor = async (language: string) => {
    const { upload, token } = await waits();
    const at = { language, zone: "UTC", week_start: 1 };
    await school.call("/user/news/place", { method: "PUT", token, json: at });
    await answer(upload, { drawings: drawn(page([{ ...RED, kind: "measure", mm: 124 }])) });
    return (await copy(upload, tutor.token)).bytes;
  };
  const english = await copyFor("en");
  expect(await copyFor("en")).toEqual(english);
  expect(await copyFor("de")).not.toEqual(english);
});

const here = new AbortController().signal;

test("answers with drawings are drawn one after the other, however many come at once", async () => {
  let inside = 0;
  let most = 0;
  const draw = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await Promise.resolve();
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => drawInTurn(1, here, draw)));
  expect(most).toBe(1);
});

test("an answer that would wait for more than twenty files is refused at once, and may come again", async () => {
  const gate = Promise.withResolvers<void>();
  const first = drawInTurn(20, here, () => gate.promise);
  await expect(drawInTurn(1, here, async () => "drawn")).rejects.toBeInstanceOf(OverloadedError);
  gate.resolve();
  await first;
  expect(await drawInTurn(1, here, async () => "drawn")).toBe("drawn");
});
