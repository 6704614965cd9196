import { expect, test } from "vitest";
import { isLong } from "../../scripts/test/round.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { temporaryFolder } from "../server/support/temporary-folder.ts";
import { databaseOf } from "./support/database-of.ts";
import { prepareSchool, type Student, studentsOf } from "./support/students.ts";

const KILLS = isLong() ? 6 : 2;
const STUDENTS = 8;
const MAX_BEFORE_A_KILL = 24;

test(`no acknowledged completion is lost when the server is killed ${KILLS} times`, async () => {
  const dataDir = temporaryFolder();
  await prepareSchool(dataDir, { lessons: 600, students: STUDENTS });
  let server = await startSchoolProcess(dataDir);
  const students = studentsOf(STUDENTS);

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const killAfter = 1 + Math.floor(Math.random() * MAX_BEFORE_A_KILL);
    let acknowledged = 0;
    let ended: Promise<unknown> | null = null;
    const study = async (student: Student) => {
      while (!ended) {
        // The kill breaks the connections of running requests.
        const answer = await student.completeNext(server.address).catch(() => null);
        if (!answer) return;
        expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
        acknowledged += 1;
        if (acknowledged >= killAfter) ended ??= server.end("SIGKILL");
      }
    };
    // The first student to send gets furthest: a different one each time.
    await Promise.all(students.map((_, at) => study(students[(at + kill) % STUDENTS] as Student)));
    await ended;

    server = await startSchoolProcess(dataDir);
    for (const student of students) expect(await student.lost(server.address)).toEqual([]);
  }

  expect(students.flatMap(({ acknowledged }) => acknowledged).length).toBeGreaterThan(KILLS);
  expect(await server.end("SIGTERM")).toBe(0);
  const { row } = databaseOf(dataDir);
  expect(row("pragma integrity_check")).toEqual({ integrity_check: "ok" });
});
