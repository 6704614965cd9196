import { rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { sharedFolder } from "../server/support/temporary-folder.ts";
import { mountDisk } from "../support/disk.ts";
import { prepareSchool, Student } from "./support/students.ts";

const folder = sharedFolder();
const disk = mountDisk(folder, 8 * 1024);
const why = disk ? "" : " (no small disk can be mounted here)";

afterAll(() => disk?.remove());

test.skipIf(!disk)(
  `a full disk is reported, loses nothing acknowledged, and writing continues once there is space${why}`,
  async () => {
    const dataDir = path.join(folder, "data");
    await prepareSchool(dataDir, { lessons: 400, students: 2 });
    let server = await startSchoolProcess(dataDir);
    const student = new Student(0);
    const other = new Student(1);
    expect((await student.completeNext(server.address)).status).toBe(200);

    const ballast = path.join(folder, "ballast");
    const { bavail, bsize } = await statfs(folder);
    await writeFile(ballast, Buffer.alloc(Math.max(0, bavail - 10) * bsize));
    const refused: number[] = [];
    while (refused.length < 10) {
      const answers = await Promise.all([
        student.completeNext(server.address),
        other.completeNext(server.address),
      ]);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer.headers["content-type"]).toBe("application/problem+json");
        expect([answer.status, answer.json.code]).toEqual([507, "server/storage_full"]);
        refused.push(answer.status);
      }
      expect(student.acknowledged.length).toBeLessThan(400);
    }
    for (const person of [student, other]) {
      const completed = await person.completed(server.address);
      expect(completed).toEqual(expect.arrayContaining(person.acknowledged));
    }

    await rm(ballast);
    for (const person of [student, other]) {
      expect((await person.completeNext(server.address)).status).toBe(200);
    }
    await server.end("SIGKILL");
    server = await startSchoolProcess(dataDir);
    for (const person of [student, other]) {
      const completed = await person.completed(server.address);
      expect(completed).toEqual(expect.arrayContaining(person.acknowledged));
    }
    expect(await server.end("SIGTERM")).toBe(0);
  },
);
