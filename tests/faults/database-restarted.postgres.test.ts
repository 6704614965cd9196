import { expect, test, vi } from "vitest";
import { startPostgres } from "../server/support/postgres-cluster.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { temporaryFolder } from "../server/support/temporary-folder.ts";
import { waitLimitMs } from "../support/limits.ts";
import { prepareSchool, Student } from "./support/students.ts";

const RESTARTS = 2;
const STUDENTS = 8;
/** Completed lessons before a restart, and after it. */
const COMPLETED = 24;
const cluster = await startPostgres({ isDurable: true });

test.skipIf(!cluster)(
  "when PostgreSQL crashes and starts again under load, nothing acknowledged is lost, and the school goes on by itself",
  async () => {
    const dataDir = temporaryFolder();
    const databaseUrl = (await cluster?.createDatabase()) ?? "";
    await prepareSchool(dataDir, { lessons: 600, students: STUDENTS, databaseUrl });
    const server = await startSchoolProcess(dataDir, [], { DATABASE_URL: databaseUrl });
    const students = Array.from({ length: STUDENTS }, (_, number) => new Student(number));

    for (let restart = 0; restart < RESTARTS; restart += 1) {
      let before = 0;
      let after = 0;
      let restarted: Promise<unknown> | null = null;
      let isBack = false;
      const crash = async () => {
        await cluster?.crashAndStart();
        isBack = true;
      };
      const study = async (student: Student) => {
        while (after < COMPLETED) {
          const beganAfter = isBack;
          const answer = await student.completeNext(server.address);
          if (answer.status !== 200) {
            expect([answer.status, answer.json.code]).toEqual([503, "server/database_away"]);
            expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
          } else if (beganAfter) after += 1;
          else before += 1;
          if (before >= COMPLETED) restarted ??= crash();
        }
      };
      await Promise.all(students.map(study));
      await restarted;

      for (const student of students) {
        // A connection from before the crash may break only when it is used.
        const known = await vi.waitFor(() => student.completed(server.address), waitLimitMs());
        const completed = new Set(known);
        expect(student.acknowledged.filter((lesson) => !completed.has(lesson))).toEqual([]);
      }
    }
    expect(await server.end("SIGTERM")).toBe(0);
    await cluster?.stop();
  },
);
