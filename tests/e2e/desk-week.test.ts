import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, type Page } from "playwright/test";
import { type RunningSchool, startSchool } from "../../scripts/school/start-school.ts";
import { isLong } from "../../scripts/test/round.ts";
import { addAccount, subscribe } from "../../src/server/accounts/account-rows.ts";
import { courseIds } from "../../src/server/content/import-school.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { setTaughtCourses } from "../../src/server/desk/viewer.ts";
import { createHandle, createSecret, hashOf } from "../../src/server/secrets.ts";
import { send } from "../server/support/client.ts";
import { formRequest } from "../server/support/form.ts";
import { MailServer } from "../server/support/mail-server.ts";
import { startPostgres } from "../server/support/postgres-cluster.ts";
import { Balancer } from "../support/balancer.ts";
import { test } from "./school.ts";
import { heading } from "./steps.ts";

const DAY_MS = 86_400_000;
const DAYS_PASS = pathToFileURL(path.join(import.meta.dirname, "../support/days-pass.mjs")).href;
const PHOTO = readFileSync(
  path.join(import.meta.dirname, "../../resources/demo-class/practice-sheet-again.jpg"),
);
const LINE = { kind: "line", ink: "red", from: { x: 1000, y: 2000 }, to: { x: 9000, y: 4000 } };

/** A third of them hands in on each of three days. */
const STUDENTS = isLong() ? 39 : 12;
const THIRD = STUDENTS / 3;

/** The assignments that the two courses begin with. */
const TASKS = { PMB: "practice-sheet", SWB: "skirt-finish" } as const;
type Course = keyof typeof TASKS;

/** Somebody with an account and a session. */
type Person = Awaited<ReturnType<typeof openSchool>>["somebody"];

const isoDay = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** A school on PostgreSQL: two servers behind a balancer, a mail server, and clocks that can be put on. */
const openSchool = async (cluster: NonNullable<Awaited<ReturnType<typeof startPostgres>>>) => {
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
  const servers = [first, await startSchool({ settings, dataDir })];
  for (const { url } of servers) balancer.add(url);
  const database = await openDatabase(dataDir, databaseUrl);
  const courses = await courseIds(database.read);
  const lessons = await database.read.selectFrom("lesson").select(["key", "dbid"]).execute();
  const taskOf = (course: Course) => lessons.find(({ key }) => key === TASKS[course])?.dbid ?? 0;
  let days = 0;

  /** Adds somebody, who may hand in: the first assignment of each course is open to them. */
  const add = async (name: string, keys: readonly Course[], level = 0) => {
    const token = createSecret();
    const sessionId = randomBytes(32).toString("hex");
    const username = name.toLowerCase();
    const email = `${username}@selvedge.example`;
    const now = Date.now();
    const user = { firstName: name, username, level, languages: ["en"] };
    const id = await database.write(async (db) => {
      const more = { lastName: "", passwordHash: "", registered: isoDay(0), expire: null };
      const added = await addAccount(db, { ...user, email, ...more });
      if ("taken" in added) throw new Error(`There is ${name} already.`);
      const account_id = added.id;
      const course_ids = keys.map((key) => courses.get(key) ?? 0);
      const dates = { subDate: isoDay(-30), subMonths: null, expDate: null };
      for (const course of course_ids) await subscribe(db, account_id, course, dates);
      if (level > 0) await setTaughtCourses(db, account_id, course_ids);
      const session = {
        hash: hashOf(token),
        handle: createHandle(),
        created: now,
        expires: now + 365 * DAY_MS,
      };
      await db
        .insertInto("token")
        .values({ ...session, account_id, session_id: sessionId })
        .execute();
      await db
        .updateTable("account")
        .set({ session_id: sessionId })
        .where("id", "=", account_id)
        .execute();
      const times = { opened: now, completed: now, last_seen: now, seconds: 60, package_id: 1 };
      for (const [at, course_id] of course_ids.entries()) {
        const lesson_id = taskOf(keys[at] ?? "PMB");
        await db
          .insertInto("progress")
          .values({ ...times, account_id, lesson_id, course_id })
          .execute();
      }
      return account_id;
    });
    return {
      email,
      token,
      course: keys[0] ?? "PMB",
      kept: { token, sessionId, user: { id, ...user } },
    };
  };
  const somebody = await add("Somebody", ["PMB"]);

  const call = (who: typeof somebody, at: string, json?: unknown, server = address) =>
    send(`${server}/api${at}`, {
      token: who.token,
      ...(json !== undefined && { json, headers: { "Idempotency-Key": randomUUID() } }),
    });
  /** Lets the clock of a server go on until this day, by the call for today's class. */
  const putOn = async ({ pid, url }: RunningSchool, day: number) => {
    process.kill(pid, "SIGUSR2");
    const today = `/user/progress/today/${courses.get("PMB")}?zone=UTC`;
    const dayThere = async () => (await call(somebody, today, undefined, url)).json.today?.date;
    await expect.poll(dayThere).toBe(isoDay(day));
  };

  return {
    somebody,
    add,
    call,
    servers,
    mailsTo: ({ email }: typeof somebody) =>
      mails.mails.filter(({ to }) => to.includes(email)).length,

    async dayPasses(): Promise<void> {
      days += 1;
      for (const server of servers) await putOn(server, days);
    },

    /** Starts another server in place of a killed one. */
    async replaceServer(at: number): Promise<void> {
      balancer.remove(servers[at]?.url ?? "");
      const started = await startSchool({ settings, dataDir });
      for (let day = 1; day <= days; day += 1) await putOn(started, day);
      balancer.add(started.url);
      servers[at] = started;
    },

    async handIn(who: typeof somebody): Promise<void> {
      const form = formRequest(who.token, [
        { name: "assignment_id", body: String(taskOf(who.course)) },
        { name: "comment", body: `From ${who.email}` },
        { name: "files", fileName: "sheet.jpg", body: PHOTO },
      ]);
      expect((await send(`${address}/api/user/assignments`, form)).status).toBe(201);
    },

    /** Opens an address of the app as somebody, without the form. */
    async openAs(page: Page, { kept }: typeof somebody, at: string): Promise<void> {
      await page.addInitScript(
        (session) => localStorage.setItem("session.v1", session),
        JSON.stringify(kept),
      );
      await page.goto(`${address}/tls${at}`);
    },

    async stop(): Promise<void> {
      await balancer.stop();
      await database.close();
      for (const server of servers) await server.stop({ keepData: server !== servers.at(-1) });
      await mails.stop();
      await cluster.stop();
    },
  };
};

test("a week at the desk: three tutors answer their students, and nothing is lost or told twice", {
  tag: "@all",
}, async ({ page, browser }) => {
  test.slow();
  const cluster = await startPostgres();
  test.skip(cluster === null, "PostgreSQL is not installed here");
  if (!cluster) return;
  const school = await openSchool(cluster);
  const ida = await school.add("Ida", ["PMB"], 10);
  const max = await school.add("Max", ["SWB"], 10);
  const eva = await school.add("Eva", ["PMB", "SWB"], 10);
  const students: Person[] = [];
  for (let at = 0; at < STUDENTS; at += 1) {
    students.push(await school.add(`Noa${at}`, [at % 2 === 0 ? "PMB" : "SWB"]));
  }
  const handInAll = async (from: number, to?: number) => {
    for (const student of students.slice(from, to)) await school.handIn(student);
    await school.dayPasses();
  };
  /** Answers all that waits, without the app. */
  const answerAll = async (tutor: Person, shapes: object[] = []): Promise<void> => {
    for (;;) {
      const { entries } = (await school.call(tutor, "/desk/queue")).json;
      if (entries.length === 0) return;
      for (const { id } of entries) {
        const answer = await school.call(tutor, `/desk/hand-ins/${id}/answer`, {
          ...{ state: "accepted", text: "Well drawn", replaces: null },
          drawings: [{ file: 0, pages: [{ page: 1, turn: 0, shapes }] }],
        });
        expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
      }
    }
  };

  await test.step("on Monday a third hands in, and each tutor learns of it in one mail", async () => {
    await handInAll(0, THIRD);
    await expect.poll(() => [ida, max, eva].map(school.mailsTo)).toEqual([1, 1, 1]);
  });

  await test.step("a tutor answers with keys while one of the two servers is killed", async () => {
    await school.openAs(page, ida, "/desk");
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    for (const kills of [false, true]) {
      await expect(heading(page)).toContainText(": ");
      const present = (await heading(page).textContent()) ?? "";
      if (kills) process.kill(school.servers[0]?.pid ?? 0, "SIGKILL");
      await page.keyboard.press("a");
      await expect(heading(page)).not.toHaveText(present);
    }
    await school.replaceServer(0);
  });

  await test.step("the others hand in on the next days, and all are answered", async () => {
    await answerAll(eva);
    await handInAll(THIRD, 2 * THIRD);
    await answerAll(ida);
    await answerAll(max);
    await handInAll(2 * THIRD);
    await answerAll(eva, [LINE]);
  });

  await test.step("each student is told by mail once", async () => {
    await school.dayPasses();
    await school.dayPasses();
    await expect.poll(() => students.map(school.mailsTo)).toEqual(students.map(() => 1));
    const { entries } = (await school.call(eva, "/desk/queue?show=answered&limit=200")).json;
    expect(entries).toHaveLength(students.length);
  });

  await test.step("a student sees the marked picture", async () => {
    const context = await browser.newContext({ locale: "en-US" });
    const other = await context.newPage();
    await school.openAs(other, students.at(-1) ?? ida, "/assignments");
    await expect(other.getByText("Well drawn")).toBeVisible();
    await expect(other.getByRole("checkbox", { name: "With marks" })).toBeChecked();
    await expect(other.getByRole("main").getByRole("img", { name: /sheet/ }).first()).toBeVisible();
    await context.close();
  });
  await school.stop();
});
