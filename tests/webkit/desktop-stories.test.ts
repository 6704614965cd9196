import { expect } from "playwright/test";
import { studied } from "../desktop/studied.ts";
import { MEASURING_TOOLS, PAPER, WORKPLACE } from "../e2e/steps.ts";
import { activate, complete, hasItsPictures, openCourse, signIn } from "./steps.ts";
import { test } from "./webkit.ts";

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
  await page.click("link", WORKPLACE.title);
  await page.see("heading", WORKPLACE.title);
  await hasItsPictures(page);
  await complete(page);
  await page.click("link", /^Next lesson/);
  await page.see("heading", PAPER.title);
  await quit();

  await openApp(page, options);
  // The open lesson is restored without a sign-in.
  await page.see("heading", PAPER.title);
  await hasItsPictures(page);
  await complete(page);
  await page.click("link", /^Next lesson/);
  await page.see("heading", MEASURING_TOOLS.title);
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
  await page.click("link", WORKPLACE.title);
  await page.see("heading", WORKPLACE.title);
  await hasItsPictures(page);
  await complete(page);
  await quit();

  await openApp(page, options);
  await page.see("button", "Completed");
});
