import { expect, test, vi } from "vitest";
import { startPostgres } from "../server/support/postgres-cluster.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { temporaryFolder } from "../server/support/temporary-folder.ts";
import { waitLimitMs } from "../support/limits.ts";
import { prepareSchool, studentsOf, studyThrough } from "./support/students.ts";

const RESTARTS = 2;
const STUDENTS = 8;
const cluster = await startPostgres({ isDurable: true });

test.skipIf(!cluster)(
  "when PostgreSQL crashes and starts again under load, nothing acknowledged is lost, and the school goes on by itself",
  async () => {
    const dataDir = temporaryFolder();
    const databaseUrl = (await cluster?.createDatabase()) ?? "";
    await prepareSchool(dataDir, { lessons: 600, students: STUDENTS, databaseUrl });
    const server = await startSchoolProcess(dataDir, [], { DATABASE_URL: databaseUrl });
    const students = studentsOf(STUDENTS);

    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await studyThrough(
        server.address,
        students,
        async () => cluster?.crashAndStart(),
        (answer) => {
          expect([answer?.status, answer?.json.code]).toEqual([503, "server/database_away"]);
          expect(Number(answer?.headers["retry-after"])).toBeGreaterThan(0);
        },
      );
      for (const student of students) {
        // A connection from before the crash may break only when it is used.
        const lost = await vi.waitFor(() => student.lost(server.address), waitLimitMs());
        expect(lost).toEqual([]);
      }
    }
    expect(await server.end("SIGTERM")).toBe(0);
    await cluster?.stop();
  },
);
