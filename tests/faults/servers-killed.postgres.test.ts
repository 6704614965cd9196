import { expect, test } from "vitest";
import { newDatabase } from "../server/support/new-database.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { temporaryFolder } from "../server/support/temporary-folder.ts";
import { Balancer } from "../support/balancer.ts";
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
