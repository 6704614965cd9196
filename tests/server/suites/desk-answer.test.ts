import { randomUUID } from "node:crypto";
import { readdir, rm, utimes } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { PUBLISHED_AFTER_MS } from "../../../src/domain/hand-in-answer.ts";
import { writeSetting } from "../../../src/server/db/settings.ts";
import { FILES } from "../support/form.ts";
import { handIns, photo, TASK } from "../support/hand-ins.ts";
import { MINUTE, NOON, openSchool, type Person, PMB, SWB } from "../support/test-school.ts";

const RED = { kind: "line", ink: "red", from: { x: 1000, y: 5000 }, to: { x: 9000, y: 5000 } };
const PIN = { kind: "pin", ink: "red", high: 10_000, at: { x: 2500, y: 5000 }, number: 7 };
const WEBM = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4, 5, 6, 7, 8]);
const page = (shapes: unknown[] = [RED], number = 1) => ({ page: number, turn: 0, shapes });

const school = openSchool.shared();
const { student, handIn, answer: answerAsBefore, mine } = handIns(() => school);
const people = {} as Record<"tutor" | "other" | "stranger", Person & { token: string }>;
let white: Buffer;

const staff = (teaches: number[]) => school.signedIn({ level: 10, teaches });

beforeAll(async () => {
  people.tutor = await staff([PMB]);
  people.other = await staff([PMB]);
  people.stranger = await staff([SWB]);
  const paper = { width: 400, height: 400, channels: 3, background: "white" } as const;
  white = await sharp({ create: paper }).jpeg().toBuffer();
});

/** Somebody who has handed in a white photo. */
const waits = async (files = [{ ...photo, fileName: "block.jpg", body: white }]) => {
  const person = await student();
  const { uploads } = (await handIn(person.token, { files })).json.assignment;
  return { ...person, upload: uploads.at(-1).id as number };
};
const answer = (
  upload: number,
  said: Record<string, unknown> = {},
  { token = people.tutor.token, key = randomUUID() as string } = {},
) =>
  school.call(`/desk/hand-ins/${upload}/answer`, {
    token,
    headers: { "Idempotency-Key": key },
    json: { state: "returned", text: "Mend the hem", replaces: null, drawings: [], ...said },
  });
const takeBack = (upload: number, token = people.tutor.token) =>
  school.call(`/desk/hand-ins/${upload}/answer`, { method: "DELETE", token });
const row = (upload: number) => school.row("upload", { id: upload });
const copy = (upload: number, token: string) =>
  school.call(`/user/assignments/${TASK}/uploads/${upload}/marked/0`, { token });

describe("an answer at the desk", () => {
  test("an answer is given at once, and told to its student ten seconds later", async () => {
    const { upload, token } = await waits();
    const given = await answer(upload, { state: "accepted", text: "Fine" });
    expect(given.status).toBe(201);
    expect(given.json.hand_in).toMatchObject({
      id: upload,
      state: "accepted",
      feedback: { text: "Fine", tutor: "Noa Brand" },
      answered: new Date(NOON).toISOString(),
      undo_until: new Date(NOON + PUBLISHED_AFTER_MS).toISOString(),
    });
    expect((await mine(token))[0].state).toBe("uploaded");
    school.now = NOON + PUBLISHED_AFTER_MS;
    expect((await mine(token))[0].uploads[0].feedback).toMatchObject({ text: "Fine", new: true });
    school.now = NOON;
  });

  test("a taken back answer leaves the hand-in, and the ones before it, as they were", async () => {
    const noa = await waits();
    const second = (await handIn(noa.token)).json.assignment.uploads.at(-1).id;
    const before = [await row(noa.upload), await row(second)];
    await answer(second, { state: "accepted", drawings: [] });
    expect([(await row(noa.upload)).state, (await row(second)).state]).toEqual([
      "accepted",
      "accepted",
    ]);
    const undone = await takeBack(second);
    expect([undone.status, undone.json.hand_in.state]).toEqual([200, "uploaded"]);
    expect([await row(noa.upload), await row(second)]).toEqual(before);
    expect((await takeBack(second)).json.code).toBe("assignment/published");
  });

  test("taking back an answer brings back the one that it has replaced, with its drawing", async () => {
    const { upload, token } = await waits();
    const drawings = [{ file: 0, pages: [page()] }];
    const first = (await answer(upload, { drawings })).json.hand_in;
    school.now = NOON + MINUTE;
    const bytes = (await copy(upload, token)).bytes;
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
    school.now = NOON;
  });

  test("an answer cannot be taken back once it is told, nor by another tutor", async () => {
    const { upload } = await waits();
    await answer(upload);
    expect((await takeBack(upload, people.other.token)).status).toBe(403);
    expect((await takeBack(upload, people.stranger.token)).status).toBe(404);
    school.now = NOON + PUBLISHED_AFTER_MS;
    const late = await takeBack(upload);
    expect([late.status, late.json.code]).toEqual([409, "assignment/published"]);
    expect((await row(upload)).state).toBe("returned");
    school.now = NOON;
  });

  test("work is returned with a drawing and no words", async () => {
    const { upload } = await waits();
    const given = await answer(upload, { text: "", drawings: [{ file: 0, pages: [page()] }] });
    expect([given.status, given.json.hand_in.state]).toEqual([201, "returned"]);
  });

  test("pinned comments come to the student with their places, once the answer is told", async () => {
    const { upload, token } = await waits();
    const shapes = [RED, { ...PIN, text: "Hem" }, { ...PIN, text: "Dart" }];
    const { status, json } = await answer(upload, {
      ...{ text: "", drawings: [{ file: 0, pages: [page(shapes)] }] },
    });
    expect(status).toBe(201);
    const drawn = json.hand_in.drawings[0].pages[0].shapes;
    expect(drawn.map(({ number }: { number?: number }) => number)).toEqual([undefined, 1, 2]);
    const pinsOf = async () => (await mine(token))[0].uploads[0].files[0].marked?.pins;
    expect(await pinsOf()).toBe(undefined);
    school.now = NOON + PUBLISHED_AFTER_MS;
    expect(await pinsOf()).toEqual([
      { x: 0.25, y: 0.5, text: "Hem", page: 1 },
      { x: 0.25, y: 0.5, text: "Dart", page: 1 },
    ]);
    // The number is painted where the pin is: the photo is white elsewhere.
    const { bytes } = await copy(upload, token);
    const place = { left: 100, top: 200, width: 1, height: 1 };
    const { channels } = await sharp(bytes).extract(place).stats();
    const [red, green, blue] = channels.map(({ mean }) => mean);
    expect([red, green, blue]).not.toEqual([255, 255, 255]);
    school.now = NOON;
  });

  const voice = WEBM.toString("base64");
  const hear = (upload: number, token: string) =>
    school.call(`/user/assignments/${TASK}/voice/${upload}`, { token });

  test("a recording is an answer, and is heard by the student once it is told, and by tutors of the course", async () => {
    const { upload, token } = await waits();
    const given = await answer(upload, { text: "", voice });
    expect([given.status, given.json.hand_in.drawings]).toEqual([201, []]);
    expect(given.json.hand_in.feedback.voice).toEqual({ type: "audio/webm", size: WEBM.length });
    expect((await hear(upload, token)).status).toBe(404);
    expect(Buffer.from((await hear(upload, people.other.token)).bytes)).toEqual(WEBM);
    expect((await hear(upload, people.stranger.token)).status).toBe(404);
    school.now = NOON + PUBLISHED_AFTER_MS;
    expect(Buffer.from((await hear(upload, token)).bytes)).toEqual(WEBM);
    const [{ uploads }] = await mine(token);
    expect(uploads[0].feedback.voice).toEqual({ type: "audio/webm", size: WEBM.length });
    expect(uploads[0].files).toHaveLength(1);
    expect((await hear(upload, (await student()).token)).status).toBe(404);
    school.now = NOON;
  });

  test("another answer keeps the recording, replaces it or leaves it out, and undo brings it back", async () => {
    const { upload } = await waits();
    const { token } = people.tutor;
    const heard = async () => {
      const { status, bytes } = await hear(upload, token);
      return status === 200 ? Buffer.from(bytes).at(-1) : null;
    };
    const other = Buffer.from([...WEBM.subarray(0, 11), 99]).toString("base64");
    let replaces: string | null = null;
    const say = async (said: Record<string, unknown>) => {
      school.now += MINUTE;
      const { json } = await answer(upload, { replaces, ...said });
      replaces = json.hand_in.answered;
    };
    await say({ voice });
    await say({ voice: "" });
    expect(await heard()).toBe(8);
    await say({ voice: other });
    expect(await heard()).toBe(99);
    await say({});
    expect(await heard()).toBe(null);
    await takeBack(upload);
    expect(await heard()).toBe(99);
    school.now = NOON;
  });

  test("a page that begins like a recording is sent as a download of no known type", async () => {
    const { upload } = await waits();
    const script = Buffer.from("<!doctype html><script>alert(1)</script>");
    const sent = Buffer.concat([WEBM, script]).toString("base64");
    expect((await answer(upload, { voice: sent })).status).toBe(201);
    expect((await hear(upload, people.tutor.token)).headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": expect.stringContaining("attachment"),
      "x-content-type-options": "nosniff",
    });
  });

  test("a school can switch recordings off", async () => {
    const own = await openSchool();
    await own.database.write((db) => writeSetting(db, "voice_answers", "off"));
    const { student: ownStudent, handIn: ownHandIn } = handIns(() => own);
    const person = await ownStudent();
    const { uploads } = (await ownHandIn(person.token)).json.assignment;
    const token = await own.token(await own.add({ level: 10, teaches: [PMB] }));
    const path = `/desk/hand-ins/${uploads[0].id}`;
    expect((await own.call(path, { token })).json.takes_voice).toBe(false);
    const said = { state: "returned", text: "Mend", replaces: null, drawings: [], voice };
    const refused = await own.call(`${path}/answer`, {
      ...{ token, json: said, headers: { "Idempotency-Key": randomUUID() } },
    });
    expect(refused.status).toBe(422);
  });

  test("of two answers at once one is given, and the other is refused without a change", async () => {
    const { upload } = await waits();
    const answers = await Promise.all([
      answer(upload, { text: "From one" }),
      answer(upload, { text: "From the other" }, { token: people.other.token }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const won = answers.find(({ status }) => status === 201)?.json.hand_in;
    expect(answers.find(({ status }) => status === 409)?.json.code).toBe("assignment/answered");
    expect((await row(upload)).feedback).toBe(won.feedback.text);
    const again = { text: "Both of us", replaces: won.answered };
    expect((await answer(upload, again)).json.hand_in.feedback.text).toBe("Both of us");
  });

  test("an answer of the old call is an answer at the desk, too", async () => {
    const noa = await waits();
    const said = { student_id: noa.id, upload_id: noa.upload, state: "returned", text: "Old" };
    expect((await answerAsBefore(people.tutor.token, said)).status).toBe(200);
    expect((await answer(noa.upload)).json.code).toBe("assignment/answered");
    expect((await takeBack(noa.upload)).json.code).toBe("assignment/published");
  });

  test("an answer ends the claims of its hand-in", async () => {
    const { upload } = await waits();
    const path = `/desk/hand-ins/${upload}/claim`;
    await school.call(path, { method: "PUT", token: people.other.token, json: {} });
    expect((await answer(upload)).json.hand_in.claim).toBeNull();
  });

  test.each<[string, Record<string, unknown>]>([
    ["a return without a word or a drawing", { text: " " }],
    [
      "a return with a drawing that has nothing on it",
      { text: "", drawings: [{ file: 0, pages: [page([])] }] },
    ],
    ["a text without an end", { text: "x".repeat(10_001) }],
    ["no such state", { state: "open" }],
    ["a null character", { text: "a\0b" }],
    ["a drawing on a file that is not there", { drawings: [{ file: 1, pages: [page()] }] }],
    ["two drawings of a file", { drawings: Array(2).fill({ file: 0, pages: [page()] }) }],
    ["a second page of a photo", { drawings: [{ file: 0, pages: [page([RED], 2)] }] }],
    [
      "a comment that is pinned beside the picture",
      {
        drawings: [{ file: 0, pages: [page([{ ...PIN, text: "Hem", at: { x: 10_001, y: 0 } }])] }],
      },
    ],
    ["a recording that is not there", { text: "", voice: "" }],
    ["a recording that is none", { voice: Buffer.from("<script>").toString("base64") }],
    ["a recording that is no Base64", { voice: "***" }],
    ["a recording without an end", { voice: Buffer.alloc(2_097_155, WEBM).toString("base64") }],
  ])("an answer with %s is refused, and changes nothing", async (_, said) => {
    const { upload } = await waits();
    const before = await row(upload);
    const files = await school.sentFiles();
    expect((await answer(upload, said)).status).toBe(422);
    expect(await row(upload)).toEqual(before);
    expect(await school.sentFiles()).toEqual(files);
  });

  test("an answer of 10 MB is refused before it is read", async () => {
    const { upload } = await waits();
    const pen = { kind: "pen", ink: "red", points: Array(5_000_000).fill(1) };
    const refused = await answer(upload, { drawings: [{ file: 0, pages: [page([pen])] }] });
    expect(refused.status).toBe(413);
  });

  test("a file on which nothing can be drawn takes an answer in words", async () => {
    const { upload } = await waits([{ ...photo, fileName: "broken.pdf", body: FILES.pdf() }]);
    const drawings = [{ file: 0, pages: [page()] }];
    const refused = await answer(upload, { drawings });
    expect([refused.status, refused.json.errors[0].path]).toEqual([422, "drawings.0"]);
    expect((await answer(upload)).status).toBe(201);
  });

  test("a file that the store has lost takes an answer in words, and no drawing", async () => {
    const { upload } = await waits();
    const { stored } = await school.row("upload_file", { upload_id: upload });
    await rm(path.join(school.dataDir, "uploads", stored));
    const refused = await answer(upload, { drawings: [{ file: 0, pages: [page()] }] });
    expect([refused.status, refused.json.errors[0].path]).toEqual([422, "drawings.0"]);
    expect((await row(upload)).state).toBe("uploaded");
    expect((await answer(upload)).status).toBe(201);
  });

  test("nobody answers the work of another course, or of somebody who has left", async () => {
    const { upload, id } = await waits();
    const by = { token: people.stranger.token };
    expect((await answer(upload, {}, by)).json.code).toBe("assignment/not_found");
    await school.database.write((db) => db.deleteFrom("account").where("id", "=", id).execute());
    expect((await answer(upload)).json.code).toBe("assignment/not_found");
  });

  test("lengths on a marked copy are written in the language of the student's app", async () => {
    const measured = { ...RED, kind: "measure", mm: 124 };
    const copyFor = async (language: string) => {
      const { upload, token } = await waits();
      const at = { language, zone: "UTC", week_start: 1 };
      await school.call("/user/news/place", { method: "PUT", token, json: at });
      await answer(upload, { drawings: [{ file: 0, pages: [page([measured])] }] });
      return (await copy(upload, people.tutor.token)).bytes;
    };
    const [english, again, german] = [
      await copyFor("en"),
      await copyFor("en"),
      await copyFor("de"),
    ];
    expect(english).toEqual(again);
    expect(english).not.toEqual(german);
  });

  test("the marked copy has the drawing, and the student's own file stays as it was", async () => {
    const { upload, token } = await waits();
    const before = await school.sentFiles();
    const script = { kind: "text", ink: "blue", at: { x: 0, y: 0 }, text: "<script>alert(1)" };
    await answer(upload, { drawings: [{ file: 0, pages: [page([RED, script])] }] });
    school.now = NOON + PUBLISHED_AFTER_MS;
    const sent = await copy(upload, token);
    expect(sent.status).toBe(200);
    const { data, info } = await sharp(sent.bytes).raw().toBuffer({ resolveWithObject: true });
    const at =
      (info.width * Math.floor(info.height / 2) + Math.floor(info.width / 2)) * info.channels;
    const [red = 0, green = 255] = data.subarray(at);
    expect(red - green).toBeGreaterThan(80);
    expect(await school.sentFiles()).toEqual(expect.arrayContaining(before));
    school.now = NOON;
  });
});
