import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, type Page } from "playwright/test";
import { type RunningSchool, startSchool } from "../../scripts/school/start-school.ts";
import { addAccount, subscribe } from "../../src/server/db/accounts.ts";
import { courseIds } from "../../src/server/db/course-ids.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { setTaughtCourses } from "../../src/server/db/taught-courses.ts";
import { createSecret, hashOf } from "../../src/server/secrets.ts";
import { send } from "../server/support/client.ts";
import { formRequest } from "../server/support/form.ts";
import { MailServer } from "../server/support/mail-server.ts";
import { startPostgres } from "../server/support/postgres-cluster.ts";
import { Balancer } from "../support/balancer.ts";

const YEAR_MS = 31_536_000_000;
const DAYS_PASS = pathToFileURL(path.join(import.meta.dirname, "../support/days-pass.mjs")).href;
const PHOTO = readFileSync(
  path.join(import.meta.dirname, "../../resources/demo-class/practice-sheet-again.jpg"),
);

/** The assignments that the two courses begin with. */
export const TASKS = { PMB: "practice-sheet", SWB: "skirt-finish" } as const;
export type Course = keyof typeof TASKS;

/** Somebody with an account and a session. */
export interface Signed {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly level: number;
  readonly token: string;
  readonly sessionId: string;
}

/** A school on PostgreSQL: two servers behind a balancer, a mail server, and clocks that can be put on. */
export interface DeskSchool {
  readonly address: string;
  readonly mails: MailServer;
  readonly servers: RunningSchool[];
  /** The ids of the lessons with the assignments. */
  readonly tasks: Readonly<Record<Course, number>>;
  add(person: { name: string; level?: number; courses: readonly Course[] }): Promise<Signed>;
  /** Lets a day pass at all servers. */
  dayPasses(): Promise<void>;
  /** Kills a server, and starts another one in its place. */
  replaceServer(at: number): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the school. @returns null where there is no PostgreSQL */
export const openDeskSchool = async (): Promise<DeskSchool | null> => {
  const cluster = await startPostgres();
  if (!cluster) return null;
  const mails = new MailServer();
  const balancer = new Balancer();
  const address = await balancer.start();
  const databaseUrl = await cluster.createDatabase();
  const settings = {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: address,
    TRUSTED_PROXIES: "1",
    SMTP_URL: await mails.start(),
    NODE_OPTIONS: `--import=${DAYS_PASS}`,
  };
  // The first one imports the content, and both have their files in its folder.
  const first = await startSchool({ settings });
  const { dataDir } = first;
  const start = () => startSchool({ settings, dataDir });
  const servers = [first, await start()];
  for (const { url } of servers) balancer.add(url);
  const database = await openDatabase(dataDir, databaseUrl);
  const courses = await courseIds(database.read);
  const rows = await database.read.selectFrom("lesson").select(["key", "dbid"]).execute();
  const lesson = (key: string) => rows.find((row) => row.key === key)?.dbid ?? 0;
  let days = 0;

  /** The day at a server, by the call for today's class. */
  const dayAt = async (url: string): Promise<string> => {
    const path = `/api/user/progress/today/${courses.get("PMB")}?zone=UTC`;
    const answer = await send(url + path, { token: somebody });
    return answer.json.today?.date ?? answer.text;
  };

  /** The token of a student of that course. */
  let somebody = "";
  const untilDay = ({ url }: RunningSchool, day: string): Promise<void> =>
    expect.poll(() => dayAt(url)).toBe(day);
  const isoDay = (count: number) =>
    new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);

  return {
    address,
    mails,
    servers,
    tasks: { PMB: lesson(TASKS.PMB), SWB: lesson(TASKS.SWB) },
    async add({ name, level = 0, courses: keys }) {
      const ids = keys.map((key) => courses.get(key) ?? 0);
      const token = createSecret();
      const sessionId = randomBytes(32).toString("hex");
      const email = `${name.toLowerCase()}@selvedge.example`;
      const id = await database.write(async (db) => {
        const added = await addAccount(db, {
          username: name.toLowerCase(),
          email,
          level,
          firstName: name,
          lastName: "",
          languages: ["en"],
          passwordHash: "",
          registered: isoDay(0),
          expire: null,
        });
        if ("taken" in added) throw new Error(`There is ${name} already.`);
        const dates = { subDate: isoDay(-30), subMonths: null, expDate: null };
        for (const course of ids) await subscribe(db, added.id, course, dates);
        if (level > 0) await setTaughtCourses(db, added.id, ids);
        const created = Date.now();
        await db
          .insertInto("token")
          .values({
            hash: hashOf(token),
            account_id: added.id,
            created,
            expires: created + YEAR_MS,
            session_id: sessionId,
          })
          .execute();
        await db
          .updateTable("account")
          .set({ session_id: sessionId })
          .where("id", "=", added.id)
          .execute();
        // Whoever has completed a lesson may hand in for it.
        for (const key of keys) {
          await db
            .insertInto("progress")
            .values({
              account_id: added.id,
              lesson_id: lesson(TASKS[key]),
              package_id: 1,
              course_id: courses.get(key) ?? null,
              opened: created,
              completed: created,
              last_seen: created,
              seconds: 60,
            })
            .execute();
        }
        return added.id;
      });
      if (keys.includes("PMB")) somebody = token;
      return { id, name, email, level, token, sessionId };
    },
    async dayPasses() {
      days += 1;
      for (const server of servers) {
        process.kill(server.pid, "SIGUSR2");
        await untilDay(server, isoDay(days));
      }
    },
    async replaceServer(at) {
      const killed = servers[at];
      if (!killed) throw new Error(`There is no server ${at}.`);
      balancer.remove(killed.url);
      const started = await start();
      for (let day = 1; day <= days; day += 1) {
        process.kill(started.pid, "SIGUSR2");
        await untilDay(started, isoDay(day));
      }
      balancer.add(started.url);
      servers[at] = started;
    },
    async stop() {
      await balancer.stop();
      await database.close();
      for (const server of servers) await server.stop({ keepData: server !== first });
      await mails.stop();
      await cluster.stop();
    },
  };
};

/** Hands in a photo. @returns the id of the hand-in */
export const handIn = async (school: DeskSchool, who: Signed, course: Course): Promise<number> => {
  const form = formRequest(who.token, [
    { name: "assignment_id", body: String(school.tasks[course]) },
    { name: "comment", body: `From ${who.name}` },
    { name: "files", fileName: "sheet.jpg", body: PHOTO },
  ]);
  const answer = await send(`${school.address}/api/user/assignments`, form);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.assignment.uploads.at(-1).id;
};

/** Opens an address of the app as somebody, without the form. */
export const openAs = async (page: Page, school: DeskSchool, who: Signed, at: string) => {
  const { id, name, level, token, sessionId } = who;
  const user = { id, firstName: name, username: name.toLowerCase(), level, languages: ["en"] };
  await page.addInitScript(
    (kept) => localStorage.setItem("session.v1", kept),
    JSON.stringify({ token, sessionId, user }),
  );
  await page.goto(`${school.address}/tls${at}`);
};
