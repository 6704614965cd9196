import { expect } from "playwright/test";
import { MEASURING_TOOLS, PAPER, WORKPLACE } from "../e2e/steps.ts";
import { studied } from "../support/served-database.ts";
import { activate, complete, hasItsPictures, openCourse, signIn } from "./steps.ts";
import { test } from "./webkit.ts";
import type { WebKitPage } from "./webkit-page.ts";

const openLesson = async (page: WebKitPage): Promise<void> => {
  await page.click("link", WORKPLACE.title);
  await page.see("heading", WORKPLACE.title);
};

/** Completes the lesson on the screen, and goes on to the next one. */
const study = async (page: WebKitPage, next: { title: string }): Promise<void> => {
  await hasItsPictures(page);
  await complete(page);
  await page.click("link", /^Next lesson/);
  await page.see("heading", next.title);
};

test("a student signs in, studies, completes a lesson, finds the next one in Progress and signs out", async ({
  running,
  student,
  webkit: page,
}) => {
  await page.open(`${running.url}/tls/`);
  await signIn(page, student);
  await openCourse(page);
  await openLesson(page);
  await study(page, PAPER);
  await page.click("link", /^Back to lessons/);
  await page.choose("Progress", "Today's class");
  await page.see("heading", "Today's class");
  await page.see("link", `Continue: ${PAPER.title}`);
  const weekday = await page.run(() => new Date().toLocaleDateString("en", { weekday: "long" }));
  const present = () =>
    page.run(() => document.querySelector("[aria-current=date]")?.textContent ?? "");
  await expect.poll(present).toContain(`${weekday}: 1 lesson done`);
  await page.choose(/^Hello/, "Logout");
  await page.see("button", "Sign in");
  await expect.poll(() => page.run(() => location.pathname)).toBe("/tls/authorization");
});

test("chapter 1 is kept, read and completed on the train, and the school has it after that", async ({
  line,
  student,
  tables,
  webkit: page,
}) => {
  await page.open(`${line.url}/tls/`);
  await signIn(page, student);
  await openCourse(page);
  await page.click("button", "Save chapter for offline use");
  await page.seeText(/\d+ lessons and \d+ files: [\d.]+ [kM]B/);
  await page.click("button", "Save");
  await page.seeText(/✓ On this device/);
  await line.cut();
  await page.reload();
  await openLesson(page);
  for (const next of [PAPER, MEASURING_TOOLS]) {
    await study(page, next);
  }
  await page.reload();
  await page.see("heading", MEASURING_TOOLS.title);
  await line.restore();
  await expect
    .poll(async () => (await studied(tables, student)).map(({ lesson_id }) => lesson_id))
    .toEqual([WORKPLACE.id, PAPER.id]);
});

test("a course is fetched, studied without a network and after a restart, and the school receives all of it", async ({
  openApp,
  webkit: page,
  issueSerial,
  dataHome,
  student,
  line,
  tables,
}) => {
  const options = { build: "hybrid", school: line.url, dataHome } as const;
  const quit = await openApp(page, options);
  await activate(page, await issueSerial());
  await signIn(page, student);
  await page.choose(/^Hello/, "On this computer");
  await page.seeText(/Everything is here/);
  await openCourse(page);

  await line.cut();
  await openLesson(page);
  await study(page, PAPER);
  await quit();

  await openApp(page, options);
  // The open lesson is restored without a sign-in.
  await page.see("heading", PAPER.title);
  await study(page, MEASURING_TOOLS);
  expect(await studied(tables, student)).toEqual([]);

  await line.restore();
  // A returning network sends an event; this line does not, so it is sent here.
  await page.run(() => void dispatchEvent(new Event("online")));
  await expect.poll(() => studied(tables, student)).toHaveLength(2);
});

test("content is imported from a stick, studied and kept without any network", async ({
  openApp,
  webkit: page,
  issueSerial,
  dataHome,
  exported,
  line,
}) => {
  const stick = await exported("stick.zip");
  const options = { build: "offline", school: line.url, dataHome } as const;
  const quit = await openApp(page, options);
  await activate(page, await issueSerial());
  await page.see("heading", "Import content");
  await line.cut();
  await page.giveFile("Choose file", stick);
  await page.seeText("The content has been imported.");
  await openCourse(page);
  await openLesson(page);
  await hasItsPictures(page);
  await complete(page);
  await quit();

  await openApp(page, options);
  await page.see("button", "Completed");
});
