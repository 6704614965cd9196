import { mkdir, readdir, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { DiskReserve } from "../../src/server/store/disk-reserve.ts";
import { FILES } from "../server/support/form.ts";
import { handIns, photo } from "../server/support/hand-ins.ts";
import { sharedFolder, temporaryFolder } from "../server/support/temporary-folder.ts";
import { openSchool, PMB } from "../server/support/test-school.ts";
import { mountDisk } from "../support/disk.ts";

const MEBIBYTE = 1024 * 1024;
/** In percent. The machine's own disk must have that much left, too. */
const RESERVE = 5;

const folder = sharedFolder();
const disk = mountDisk(folder, 20 * 1024);
const why = disk ? "" : " (no small disk can be mounted here)";

afterAll(() => disk?.remove());

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
    const dataDir = path.join(folder, "data");
    await mkdir(dataDir, { recursive: true });
    const reserve = await DiskReserve.of({ folder: temporaryFolder(), dataDir }, RESERVE);
    const release = await reserve.claim(MEBIBYTE);
    release();
    const { bavail, bsize } = await statfs(dataDir);
    await writeFile(path.join(dataDir, "ballast"), Buffer.alloc((bavail - 10) * bsize));
    await expect(reserve.claim(1)).rejects.toMatchObject({ code: "ENOSPC" });
  },
);
