import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page, test } from "playwright/test";
import { send } from "../server/support/client.ts";
import {
  type Course,
  type DeskSchool,
  handIn,
  openAs,
  openDeskSchool,
  type Signed,
} from "./desk-people.ts";
import { heading } from "./steps.ts";

interface Student extends Signed {
  readonly course: Course;
}

const LINE = { kind: "line", ink: "red", from: { x: 1000, y: 2000 }, to: { x: 9000, y: 4000 } };

/** What a week at the desk needs: people, their pages, and what they do without the app. */
const deskWeek = (school: DeskSchool, browser: Browser) => {
  const pages = new Map<string, Page>();
  const waiting: { student: Student; id: number }[] = [];

  const call = (who: Signed, path: string, json?: unknown) =>
    send(`${school.address}/api${path}`, {
      token: who.token,
      ...(json !== undefined && { json, headers: { "Idempotency-Key": randomUUID() } }),
    });

  return {
    call,
    pages,

    /** The page of a tutor, at the desk. */
    async atDesk(who: Signed): Promise<Page> {
      const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" });
      const page = await context.newPage();
      pages.set(who.name, page);
      await openAs(page, school, who, "/desk");
      await expect(heading(page)).toHaveText("Desk");
      return page;
    },

    async handInAll(students: readonly Student[]): Promise<void> {
      for (const student of students) {
        waiting.push({ student, id: await handIn(school, student, student.course) });
      }
    },

    /** Answers all that waits, without the app, and draws on each photo. */
    async answerRest(tutor: Signed): Promise<void> {
      for (;;) {
        const { entries } = (await call(tutor, "/desk/queue")).json;
        if (entries.length === 0) return;
        for (const { id } of entries) {
          const answer = await call(tutor, `/desk/hand-ins/${id}/answer`, {
            state: "accepted",
            text: "Well drawn",
            replaces: null,
            drawings: [{ file: 0, pages: [{ page: 1, turn: 0, shapes: [LINE] }] }],
          });
          expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
        }
      }
    },
  };
};

const mailsTo = ({ mails }: DeskSchool, { email }: Signed): number =>
  mails.mails.filter(({ to }) => to.includes(email)).length;

/** Opens the first entry of the queue by its keys. @returns the heading of the work */
const openFirst = async (page: Page): Promise<string> => {
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toContainText(": ");
  return (await heading(page).textContent()) ?? "";
};

/** Waits for the work that comes after this one. */
const untilNext = (page: Page, present: string): Promise<void> =>
  expect(heading(page)).not.toHaveText(present);

/** What is wrong with the answer. */
const alertOf = (page: Page) =>
  page.getByRole("region", { name: "Your answer" }).getByRole("alert");

const answerField = (page: Page) => page.getByRole("textbox", { name: "Your answer" });

/** Returns the work with the first saved comment, once the comments are there. */
const returnWith = async (page: Page, comment: string): Promise<void> => {
  await expect(page.getByRole("list", { name: "Saved comments" })).toBeVisible();
  await page.keyboard.press("1");
  await expect(answerField(page)).toHaveValue(comment);
  await page.keyboard.press("r");
};

test("a week at the desk: three tutors answer forty students, and nothing is lost or told twice", async ({
  browser,
}) => {
  test.slow();
  const school = await openDeskSchool();
  test.skip(school === null, "PostgreSQL is not installed here");
  if (!school) return;
  const week = deskWeek(school, browser);
  const ida = await school.add({ name: "Ida", level: 10, courses: ["PMB"] });
  const max = await school.add({ name: "Max", level: 10, courses: ["SWB"] });
  const eva = await school.add({ name: "Eva", level: 10, courses: ["PMB", "SWB"] });
  const students: Student[] = [];
  for (let at = 0; at < 40; at += 1) {
    const course: Course = at % 2 === 0 ? "PMB" : "SWB";
    students.push({ ...(await school.add({ name: `Noa${at}`, courses: [course] })), course });
  }
  await week.call(ida, "/desk/comments", { name: "gr", text: "Mark the grain", shared: false });

  await test.step("on Monday a third hands in, and each tutor learns of it in one mail", async () => {
    await week.handInAll(students.slice(0, 14));
    await school.dayPasses();
    await expect
      .poll(() => [ida, max, eva].map((tutor) => mailsTo(school, tutor)))
      .toEqual([1, 1, 1]);
  });

  const idas = await week.atDesk(ida);
  await test.step("a tutor answers with keys alone, takes one back, and answers it again", async () => {
    const first = await openFirst(idas);
    await returnWith(idas, "Mark the grain");
    await untilNext(idas, first);
    const second = (await heading(idas).textContent()) ?? "";
    await idas.keyboard.press("a");
    await untilNext(idas, second);
    await expect(idas.getByRole("status").filter({ hasText: "Accepted" })).toBeVisible();
    await idas.keyboard.press("u");
    await expect(heading(idas)).toHaveText(second);
    await returnWith(idas, "Mark the grain");
    await untilNext(idas, second);
  });

  const evas = await week.atDesk(eva);
  await test.step("two tutors open one hand-in: the second answer is refused, and nothing is lost", async () => {
    const shared = (await heading(idas).textContent()) ?? "";
    await openAs(evas, school, eva, new URL(idas.url()).pathname.replace(/^\/tls/, ""));
    await expect(heading(evas)).toHaveText(shared);
    await expect(evas.getByText("Ida is working on it")).toBeVisible();
    await answerField(evas).fill("From Eva");
    await idas.keyboard.press("a");
    await untilNext(idas, shared);
    await answerField(evas).press("Control+Enter");
    await expect(alertOf(evas)).toContainText("Ida has answered meanwhile");
    await expect(answerField(evas)).toHaveValue("From Eva");
    await evas.getByRole("button", { name: "Send mine in its place" }).press("Enter");
    await untilNext(evas, shared);
  });

  const maxs = await week.atDesk(max);
  await test.step("an answer is kept while the network is away, and sent once when it is back", async () => {
    const present = await openFirst(maxs);
    await maxs.context().setOffline(true);
    await answerField(maxs).fill("The hem is too deep");
    await answerField(maxs).press("Control+Enter");
    await expect(alertOf(maxs)).toContainText("could not be sent");
    await maxs.context().setOffline(false);
    await maxs.reload();
    await expect(heading(maxs)).toHaveText(present);
    await expect(answerField(maxs)).toHaveValue("The hem is too deep");
    await answerField(maxs).press("Control+Enter");
    await untilNext(maxs, present);
  });

  await test.step("a tutor goes on while one of the two servers is killed", async () => {
    const present = (await heading(idas).textContent()) ?? "";
    process.kill(school.servers[0]?.pid ?? 0, "SIGKILL");
    await idas.keyboard.press("a");
    await untilNext(idas, present);
    await school.replaceServer(0);
  });

  await test.step("the others hand in on the next days, and all are answered", async () => {
    await week.answerRest(eva);
    await week.handInAll(students.slice(14, 27));
    await school.dayPasses();
    await week.answerRest(ida);
    await week.answerRest(max);
    await week.handInAll(students.slice(27));
    await school.dayPasses();
    await week.answerRest(eva);
  });

  await test.step("each student is told by mail once", async () => {
    await school.dayPasses();
    await school.dayPasses();
    const told = () => students.map((student) => mailsTo(school, student));
    await expect.poll(told).toEqual(students.map(() => 1));
    const { entries } = (await week.call(eva, "/desk/queue?show=answered&limit=200")).json;
    expect(entries).toHaveLength(students.length);
  });

  await test.step("a student sees the marked picture, and their own", async () => {
    const last = students.at(-1);
    if (!last) return;
    const page = await (await browser.newContext({ locale: "en-US" })).newPage();
    await openAs(page, school, last, "/assignments");
    await expect(page.getByText("Well drawn")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "With marks" })).toBeChecked();
    const picture = page.getByRole("main").getByRole("img", { name: /sheet/ }).first();
    await expect(picture).toBeVisible();
  });

  for (const page of week.pages.values()) await page.context().close();
  await school.stop();
});
