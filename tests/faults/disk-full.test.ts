import { mkdir, readdir, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { DiskReserve } from "../../src/server/store/disk-reserve.ts";
import { FILES } from "../server/support/form.ts";
import { handIns, photo } from "../server/support/hand-ins.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { sharedFolder, temporaryFolder } from "../server/support/temporary-folder.ts";
import { openSchool, PMB } from "../server/support/test-school.ts";
import { mountDisk } from "../support/disk.ts";
import { prepareSchool, studentsOf } from "./support/students.ts";

const MEBIBYTE = 1024 * 1024;
/** In percent. The machine's own disk must have that much left, too. */
const RESERVE = 5;

const folder = sharedFolder();
const disk = mountDisk(folder, 20 * 1024);
const why = disk ? "" : " (no small disk can be mounted here)";

afterAll(() => disk?.remove());

test.skipIf(!disk)(
  `a full disk is reported, loses nothing acknowledged, and writing continues once there is space${why}`,
  async () => {
    const dataDir = path.join(folder, "data");
    onTestFinished(() => rm(dataDir, { recursive: true }));
    await prepareSchool(dataDir, { lessons: 400, students: 2 });
    let server = await startSchoolProcess(dataDir);
    const students = studentsOf(2);
    const completeAll = () =>
      Promise.all(students.map((each) => each.completeNext(server.address)));
    const loseNothing = async () => {
      for (const student of students) expect(await student.lost(server.address)).toEqual([]);
    };
    for (const { status } of await completeAll()) expect(status).toBe(200);

    const ballast = path.join(folder, "ballast");
    const { bavail, bsize } = await statfs(folder);
    await writeFile(ballast, Buffer.alloc(Math.max(0, bavail - 10) * bsize));
    let refused = 0;
    while (refused < 10) {
      for (const { status, headers, json } of await completeAll()) {
        if (status === 200) continue;
        expect(headers["content-type"]).toBe("application/problem+json");
        expect([status, json.code]).toEqual([507, "server/storage_full"]);
        refused += 1;
      }
      expect(students[0]?.acknowledged.length).toBeLessThan(400);
    }
    await loseNothing();

    await rm(ballast);
    for (const { status } of await completeAll()) expect(status).toBe(200);
    await server.end("SIGKILL");
    server = await startSchoolProcess(dataDir);
    await loseNothing();
    expect(await server.end("SIGTERM")).toBe(0);
  },
);

test("a hand-in that does not fit on the disk is refused whole, and a smaller one is accepted", async ({
  skip,
}) => {
  const school = await openSchool();
  const uploads = path.join(school.dataDir, "uploads");
  const small = mountDisk(uploads, 1024);
  if (!small) skip("no small disk can be mounted here");
  onTestFinished(() => small?.remove());
  const { student, handIn, mine } = handIns(() => school);
  const { token } = await student();
  const large = { ...photo, body: FILES.jpeg(600_000) };
  const refused = await handIn(token, { files: [large, large] });
  expect([refused.status, refused.json.code]).toEqual([507, "server/storage_full"]);
  expect(await readdir(uploads)).toEqual([]);
  expect(await mine(token)).toMatchObject([{ state: "open", uploads: [] }]);
  expect((await handIn(token, { files: [large] })).status).toBe(201);
});

test.skipIf(!disk)(
  `uploads go to a disk of their own and leave its reserve free, and everything else goes on${why}`,
  async () => {
    const uploadsDir = path.join(folder, "school", "uploads");
    onTestFinished(() => rm(uploadsDir, { recursive: true }));
    const school = await openSchool({ uploadsDir, uploadsReserve: RESERVE });
    const student = await school.student({ course: PMB });
    const post = () =>
      school.message(student.token, { subject: "Darts" }, { "a.jpg": FILES.jpeg(MEBIBYTE) });
    const answers = [];
    for (let count = 0; count < 22; count += 1) answers.push(await post());
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted.length).toBeGreaterThan(10);
    for (const answer of answers.slice(accepted.length)) {
      expect([answer.status, answer.json.code]).toEqual([507, "server/storage_full"]);
    }
    expect(await readdir(uploadsDir)).toHaveLength(accepted.length);
    const { bavail, blocks } = await statfs(uploadsDir);
    expect(bavail / blocks).toBeGreaterThanOrEqual(RESERVE / 100);
    expect((await school.login(student.username)).status).toBe(200);
    expect((await school.complete(student.token, 101)).status).toBe(200);
    const { message } = accepted[0]?.json ?? {};
    const read = await school.call(`/user/messages/${message.id}`, { token: student.token });
    expect(read.json.attachments).toHaveLength(1);
  },
);

test.skipIf(!disk)(
  `uploads to another disk leave the reserve of the database's disk free too${why}`,
  async () => {
    const dataDir = path.join(folder, "reserved");
    await mkdir(dataDir);
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const reserve = await DiskReserve.of({ folder: temporaryFolder(), dataDir }, RESERVE);
    const release = await reserve.hold(MEBIBYTE);
    release();
    const { bavail, bsize } = await statfs(dataDir);
    await writeFile(path.join(dataDir, "ballast"), Buffer.alloc((bavail - 10) * bsize));
    await expect(reserve.hold(1)).rejects.toMatchObject({ code: "ENOSPC" });
  },
);
