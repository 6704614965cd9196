import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
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
  ["/tls/glossary", "main dt"],
  ["/tls/how-to-study", "main h2"],
] as const;

test("axe finds nothing on the pages before signing in", async ({ page }) => {
  await page.goto("/tls/");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  for (const language of BOTH) {
    await test.step(`in ${language}`, async () => {
      await speak(page, language);
      const word = words[language];
      const isClean = async (what: string) =>
        expect(await findings(page, { inDark: language === "en" }), what).toEqual([]);
      const form = page.getByRole("form", { name: word["authorization.sign-in"] });
      const name = form.getByRole("textbox", { name: word["authorization.name"] });
      await form.getByRole("button", { name: word["authorization.sign-in"], exact: true }).click();
      await expect(name).toHaveAttribute("aria-invalid");
      await isClean("sign-in with what is missing");
      await page.getByRole("button", { name: word["authorization.forgot"] }).click();
      await expect(page.getByRole("form", { name: word["authorization.forgot"] })).toBeVisible();
      await isClean("forgotten password");
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
    const isClean = async (what: string) =>
      expect(await findings(page, { inDark: language === "en" }), what).toEqual([]);
    for (const [address, content] of SCREENS) {
      await openInside(page, address);
      await expect(page.locator(content).first()).toBeVisible();
      await isClean(`${address}, ${language}`);
    }
    await page.getByRole("button", { name: words[language]["courses.menu"] }).press("ArrowDown");
    await expect(page.getByRole("menu")).toBeVisible();
    await isClean(`the open menu of courses, ${language}`);
    await page.keyboard.press("Escape");
    await openInside(page, "/tls/faq");
    await page.getByRole("main").locator("button[aria-expanded]").first().click();
    await isClean(`questions, one of them open, ${language}`);
  }
  await page.route("**/skeleton", (route) => route.abort());
  await openInside(page, "/tls/lessons/SW/SWB");
  await expect(heading(page)).toBeVisible();
  expect(await findings(page), "a course that does not arrive").toEqual([]);
});
