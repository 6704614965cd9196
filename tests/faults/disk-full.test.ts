import { rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { sharedFolder } from "../server/support/temporary-folder.ts";
import { mountDisk } from "../support/disk.ts";
import { prepareSchool, studentsOf } from "./support/students.ts";

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
