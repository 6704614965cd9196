import { expect } from "playwright/test";
import { PAPER, WORKPLACE } from "../e2e/steps.ts";
import { complete, hasItsPictures, openCourse, signIn } from "./steps.ts";
import { test } from "./webkit.ts";

test("a student signs in, studies, completes a lesson, finds the next one in Progress and signs out", async ({
  running,
  student,
  webkit: page,
}) => {
  await page.open(`${running.url}/tls/`);
  await signIn(page, student);
  await openCourse(page);
  await page.click("link", WORKPLACE.title);
  await page.see("heading", WORKPLACE.title);
  await hasItsPictures(page);
  await complete(page);
  await page.click("link", /^Next lesson/);
  await page.see("heading", PAPER.title);
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
