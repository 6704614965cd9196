import { expect, type Page } from "playwright/test";
import type { Language } from "../../src/domain/languages.ts";
import { addStudent } from "./add-student.ts";
import { findings } from "./axe-findings.ts";
import { tutor } from "./hand-ins.ts";
import { test } from "./school.ts";
import { speak, words } from "./speak.ts";
import {
  COURSE,
  completeBefore,
  heading,
  LESSONS,
  lessonAddress,
  openInside,
  signIn,
} from "./steps.ts";

/** A language of each direction. */
const BOTH = ["en", "he"] as const;

/** Screens that no other story shows to axe, and what is on them last. */
const SCREENS = [
  ["/tls/profile", "main li .button"],
  [COURSE, "main li a"],
  [lessonAddress({ key: "workplace" }), "article figure img"],
  [lessonAddress({ key: "practice-sheet" }), "main h1"],
  [`${lessonAddress({ key: "first-lines_ml" })}?page=2`, "article ul a"],
  ["/tls/lessons/ZZ/ZZ", "[role=alert]"],
  ["/tls/progress", "main [role=progressbar]"],
  ["/tls/tutor-talk?new", "main textarea"],
  ["/tls/measurements?table=new", "main fieldset input"],
  ["/tls/patterns", "main svg g path"],
  ["/tls/glossary", "main dt"],
  ["/tls/how-to-study", "main h2"],
] as const;

const isClean = async (page: Page, language: Language, what: string) =>
  expect(await findings(page, { inDark: language === "en" }), `${what}, ${language}`).toEqual([]);

test("axe finds nothing on the pages before signing in", async ({ page }) => {
  await page.goto("/tls/");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  for (const language of BOTH) {
    await test.step(`in ${language}`, async () => {
      await speak(page, language);
      const word = words[language];
      const form = page.getByRole("form", { name: word["authorization.sign-in"] });
      const name = form.getByRole("textbox", { name: word["authorization.name"] });
      await form.getByRole("button", { name: word["authorization.sign-in"], exact: true }).click();
      await expect(name).toHaveAttribute("aria-invalid");
      await isClean(page, language, "sign-in with what is missing");
      await page.getByRole("button", { name: word["authorization.forgot"] }).click();
      await expect(page.getByRole("form", { name: word["authorization.forgot"] })).toBeVisible();
      await isClean(page, language, "forgotten password");
      await page.getByRole("button", { name: word["authorization.back"] }).click();
      await expect(name).toHaveValue("");
    });
  }
});

test("axe finds nothing on the pages after signing in", async ({ page, school, student }) => {
  await completeBefore(school, student, LESSONS.slice(0, 4));
  await signIn(page, student);
  for (const language of BOTH) {
    await speak(page, language);
    for (const [address, content] of SCREENS) {
      await openInside(page, address);
      await expect(page.locator(content).first()).toBeVisible();
      await isClean(page, language, address);
    }
    await page.getByRole("button", { name: words[language]["courses.menu"] }).press("ArrowDown");
    await expect(page.getByRole("menu")).toBeVisible();
    await isClean(page, language, "the open menu of courses");
    await page.keyboard.press("Escape");
    await openInside(page, "/tls/faq");
    await page.getByRole("main").locator("button[aria-expanded]").first().click();
    await isClean(page, language, "questions, one of them open");
  }
  await page.route("**/skeleton", (route) => route.abort());
  await openInside(page, "/tls/lessons/SW/SWB");
  await expect(heading(page)).toBeVisible();
  expect(await findings(page), "a course that does not arrive").toEqual([]);
});

test("a tutor writes to several students by keyboard, and axe finds nothing on their screens", {
  tag: "@all",
}, async ({ page, running }) => {
  const name = `Bobbin${Date.now()}`;
  for (const _ of BOTH) await addStudent(running.dataDir, ["PMB"], 0, name);
  await signIn(page, tutor, "/tls/desk/students");
  await page.getByRole("searchbox", { name: "Find a student by name" }).fill(name);
  const rows = page.getByRole("checkbox", { name: `Choose Noa ${name}` });
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) await row.press("Space");
  const write = page.getByRole("button", { name: "Message to 2 students" });
  const dialog = page.getByRole("dialog");
  for (const language of BOTH) {
    await speak(page, language);
    await isClean(page, language, "the list");
    await page.getByRole("main").locator("button.quiet").first().press("Enter");
    await dialog.getByRole("button", { name: words[language]["tutor-talk.send"] }).press("Enter");
    await isClean(page, language, "a message without words");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  await speak(page, "en");
  await write.press("Enter");
  await page.getByRole("textbox", { name: "Subject" }).fill("Fabric");
  await page.getByRole("textbox", { name: "Message" }).fill("Bring two metres.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("The message was sent to 2 students.")).toBeVisible();
  await page.getByRole("link", { name: /^Noa/ }).first().press("Enter");
  await expect(page.getByRole("progressbar").first()).toBeVisible();
  expect(await findings(page), "a student's page").toEqual([]);
});
