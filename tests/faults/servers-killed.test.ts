import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startPostgres } from "../server/support/postgres-cluster.ts";
import { startSchoolProcess } from "../server/support/school-process.ts";
import { Balancer } from "../support/balancer.ts";
import { prepareSchool, Student } from "./support/students.ts";

const KILLS = 4;
const STUDENTS = 8;
const BEFORE_A_KILL = 24;
const cluster = await startPostgres();

test.skipIf(!cluster)(
  "when one of two servers is killed, nothing acknowledged is lost and nobody is signed out",
  { timeout: 240_000 },
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "school-servers-"));
    const databaseUrl = (await cluster?.createDatabase()) ?? "";
    await prepareSchool(dataDir, { lessons: 600, students: STUDENTS, databaseUrl });
    const startServer = () => startSchoolProcess(dataDir, [], { DATABASE_URL: databaseUrl });
    const servers = [await startServer(), await startServer()];
    const balancer = new Balancer();
    const address = await balancer.start();
    for (const server of servers) balancer.add(server.address);
    const students = Array.from({ length: STUDENTS }, (_, number) => new Student(number));

    for (let kill = 0; kill < KILLS; kill += 1) {
      let acknowledged = 0;
      let broken = 0;
      let ended: Promise<unknown> | null = null;
      const study = async (student: Student) => {
        // Long enough after the kill to meet the server that is left.
        while (acknowledged < 2 * BEFORE_A_KILL) {
          const answer = await student.completeNext(address).catch(() => null);
          if (!answer) {
            // It was under way; the app sends it again.
            broken += 1;
            continue;
          }
          expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
          acknowledged += 1;
          if (acknowledged >= BEFORE_A_KILL) ended ??= servers[kill % 2]?.end("SIGKILL") ?? null;
        }
      };
      await Promise.all(students.map(study));
      await ended;
      // Each student had at most one request under way.
      expect(broken).toBeLessThanOrEqual(STUDENTS);

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
    await rm(dataDir, { recursive: true });
    await cluster?.stop();
  },
);
