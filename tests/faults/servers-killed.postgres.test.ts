import { expect, test } from "vitest";
import { newDatabase } from "../server/support/new-database.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { temporaryFolder } from "../server/support/temporary-folder.ts";
import { Balancer } from "../support/balancer.ts";
import { prepareSchool, Student } from "./support/students.ts";

/** Each of the two once. */
const KILLS = 2;
const STUDENTS = 8;
/** Completed lessons before a kill, and after it. */
const COMPLETED = 24;

test("when one of two servers is killed, nothing acknowledged is lost and nobody is signed out", async () => {
  const dataDir = temporaryFolder();
  const databaseUrl = await newDatabase();
  await prepareSchool(dataDir, { lessons: 600, students: STUDENTS, databaseUrl });
  const startServer = () => startSchoolProcess(dataDir, [], { DATABASE_URL: databaseUrl });
  const servers = [await startServer(), await startServer()];
  const balancer = new Balancer();
  const address = await balancer.start();
  for (const server of servers) balancer.add(server.address);
  const students = Array.from({ length: STUDENTS }, (_, number) => new Student(number));

  for (let kill = 0; kill < KILLS; kill += 1) {
    let acknowledged = 0;
    let acknowledgedSince = 0;
    let ended: Promise<unknown> | null = null;
    let hasEnded = false;
    const killOne = async () => {
      await servers[kill % 2]?.end("SIGKILL");
      hasEnded = true;
    };
    const study = async (student: Student) => {
      while (acknowledgedSince < COMPLETED) {
        const beganSince = hasEnded;
        const answer = await student.completeNext(address).catch(() => null);
        if (!answer) {
          // What was under way breaks, and the app sends it again. The server that is left answers what follows.
          expect(beganSince).toBe(false);
          continue;
        }
        expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
        acknowledged += 1;
        if (beganSince) acknowledgedSince += 1;
        if (acknowledged >= COMPLETED) ended ??= killOne();
      }
    };
    await Promise.all(students.map(study));
    await ended;

    const killed = servers[kill % 2];
    if (killed) balancer.remove(killed.address);
    servers[kill % 2] = await startServer();
    balancer.add(servers[kill % 2]?.address ?? "");
    for (const student of students) {
      const completed = new Set(await student.completed(address));
      expect(student.acknowledged.filter((lesson) => !completed.has(lesson))).toEqual([]);
    }
  }
  await balancer.stop();
  for (const server of servers) expect(await server.end("SIGTERM")).toBe(0);
});
