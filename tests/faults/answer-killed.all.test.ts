import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { send } from "../server/support/client.ts";
import { handIns, photo } from "../server/support/hand-ins.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { PMB, TestSchool } from "../server/support/test-school.ts";

const HAND_INS = 6;
const LINE = { kind: "line", ink: "red", from: { x: 0, y: 0 }, to: { x: 9000, y: 5000 } };
const DRAWINGS = [{ file: 0, pages: [{ page: 1, turn: 0, shapes: [LINE] }] }];

test("a server that is killed among answers with drawings leaves each of them whole, or not given", async () => {
  const school = await TestSchool.open();
  const { student, handIn } = handIns(() => school);
  const paper = { width: 1200, height: 900, channels: 3, background: "white" } as const;
  const body = await sharp({ create: paper }).jpeg().toBuffer();
  const tutor = await school.add({ level: 10, teaches: [PMB] });
  const token = await school.token(tutor);
  const uploads: number[] = [];
  for (let at = 0; at < HAND_INS; at += 1) {
    const noa = await student();
    const sent = await handIn(noa.token, { files: [{ ...photo, body }] });
    uploads.push(sent.json.assignment.uploads[0].id);
  }
  await school.stop();

  let server = await startSchoolProcess(school.dataDir);
  const given: number[] = [];
  let killed: Promise<unknown> | null = null;
  const answerOne = async (upload: number) => {
    const answer = await send(`${server.address}/api/desk/hand-ins/${upload}/answer`, {
      token,
      headers: { "Idempotency-Key": randomUUID() },
      json: { state: "returned", text: "Mend it", replaces: null, drawings: DRAWINGS },
    }).catch(() => null);
    if (answer?.status !== 201) return;
    given.push(upload);
    // The others are being drawn, stored or recorded at this moment.
    if (given.length === HAND_INS / 3) killed ??= server.end("SIGKILL");
  };
  await Promise.all(uploads.map(answerOne));
  await killed;
  expect(given.length).toBeLessThan(HAND_INS);

  server = await startSchoolProcess(school.dataDir);
  for (const upload of uploads) {
    const { json } = await send(`${server.address}/api/user/assignments?state=uploaded`, { token });
    const waits = json.assignments.some(({ uploads: sent }: { uploads: { id: number }[] }) =>
      sent.some(({ id }) => id === upload),
    );
    const copy = await send(
      `${server.address}/api/user/assignments/108/uploads/${upload}/marked/0`,
      { token },
    );
    if (given.includes(upload)) expect(waits).toBe(false);
    expect([upload, copy.status]).toEqual([upload, waits ? 404 : 200]);
  }
  // Every marked copy is a picture, whole.
  for (const name of await readdir(path.join(school.dataDir, "uploads"))) {
    if (name.endsWith(".part")) continue;
    await sharp(path.join(school.dataDir, "uploads", name)).stats();
  }
  expect(await server.end("SIGTERM")).toBe(0);
  await school.close();
});
