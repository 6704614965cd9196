import { expect, test, vi } from "vitest";
import { newDatabase } from "../server/support/new-database.ts";
import { startPostgres } from "../server/support/postgres-cluster.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { temporaryFolder } from "../server/support/temporary-folder.ts";
import { Balancer } from "../support/balancer.ts";
import { waitLimitMs } from "../support/limits.ts";
import { prepareSchool, studentsOf, studyThrough } from "./support/students.ts";

const STUDENTS = 8;

test("when one of two servers is killed, nothing acknowledged is lost and nobody is signed out", async () => {
  const dataDir = temporaryFolder();
  const databaseUrl = await newDatabase();
  await prepareSchool(dataDir, { lessons: 600, students: STUDENTS, databaseUrl });
  const startServer = () => startSchoolProcess(dataDir, [], { DATABASE_URL: databaseUrl });
  const servers = [await startServer(), await startServer()];
  const balancer = new Balancer();
  const address = await balancer.start();
  for (const server of servers) balancer.add(server.address);
  const students = studentsOf(STUDENTS);

  for (const [at, killed] of [...servers].entries()) {
    await studyThrough(
      address,
      students,
      () => killed.end("SIGKILL"),
      (answer, beganAfter) => {
        // What was under way breaks, and the app sends it again. The server that is left answers what follows.
        expect([answer, beganAfter]).toEqual([null, false]);
      },
    );
    balancer.remove(killed.address);
    const next = await startServer();
    servers[at] = next;
    balancer.add(next.address);
    for (const student of students) expect(await student.lost(address)).toEqual([]);
  }
  await balancer.stop();
  for (const server of servers) expect(await server.end("SIGTERM")).toBe(0);
});

const RESTARTS = 2;
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
          expect(answer?.status).toBe(503);
          // On a slow machine so many calls wait for the database that the next ones are refused at once.
          expect(["server/database_away", "server/overloaded"]).toContain(answer?.json.code);
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
