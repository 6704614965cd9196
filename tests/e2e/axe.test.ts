import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { speak, words } from "./speak.ts";
import {
  COURSE,
  heading,
  lessonAddress,
  MEASURING_TOOLS,
  openInside,
  signIn,
  WORKPLACE,
} from "./steps.ts";

/** A language of each direction. */
const BOTH = ["en", "he"] as const;

test("axe finds nothing on the pages before signing in", async ({ page }) => {
  await page.goto("/tls/");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  for (const language of BOTH) {
    await test.step(`in ${language}`, async () => {
      await speak(page, language);
      const word = words[language];
      const signIn = word["authorization.sign-in"];
      const form = page.getByRole("form", { name: signIn });
      const name = form.getByRole("textbox", { name: word["authorization.name"] });
      const password = form.getByRole("textbox", { name: word["authorization.password"] });
      expect(await findings(page, { inDark: language === "en" }), "sign-in").toEqual([]);
      await form.getByRole("button", { name: signIn, exact: true }).click();
      await expect(name).toHaveAttribute("aria-invalid");
      expect(
        await findings(page, { inDark: language === "en" }),
        "sign-in with what is missing",
      ).toEqual([]);
      await name.fill("nobody");
      await password.fill("wrong");
      await form.getByRole("button", { name: signIn, exact: true }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      expect(await findings(page, { inDark: language === "en" }), "a wrong password").toEqual([]);
      await page.getByRole("button", { name: word["authorization.forgot"] }).click();
      await expect(page.getByRole("form", { name: word["authorization.forgot"] })).toBeVisible();
      expect(await findings(page, { inDark: language === "en" }), "forgotten password").toEqual([]);
      await page.getByRole("button", { name: word["authorization.back"] }).click();
      await expect(name).toHaveValue("");
    });
  }
});

test("axe finds nothing on the pages after signing in", async ({ page, student }) => {
  const inBoth = async (what: string, ready: (language: "en" | "he") => Promise<void>) => {
    for (const language of BOTH) {
      await speak(page, language);
      await ready(language);
      expect(await findings(page, { inDark: language === "en" }), `${what}, ${language}`).toEqual(
        [],
      );
    }
  };
  await signIn(page, student);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await inBoth("profile", (language) =>
    expect(heading(page)).toHaveText(words[language]["profile.title"]),
  );
  await openInside(page, COURSE);
  await inBoth("tiles", (language) =>
    expect(page.getByRole("list", { name: words[language]["lessons.list"] })).toBeVisible(),
  );
  await inBoth("the open menu of courses", async (language) => {
    await page.getByRole("button", { name: words[language]["courses.menu"] }).press("ArrowDown");
    await expect(page.getByRole("menu")).toBeVisible();
  });
  await page.keyboard.press("Escape");
  await openInside(page, lessonAddress(WORKPLACE));
  await inBoth("a lesson", async (language) => {
    await expect(heading(page)).toHaveText(
      { en: WORKPLACE.title, he: "מקום העבודה שלכם" }[language],
    );
    await expect(page.getByRole("figure").getByRole("img")).toHaveJSProperty("complete", true);
  });
  await openInside(page, lessonAddress(MEASURING_TOOLS));
  await inBoth("a closed lesson", (language) =>
    expect(heading(page)).toHaveText(words[language]["lesson-failure.not-active"]),
  );
});

test("passes axe on a main lesson and on courses that cannot open", async ({ page }) => {
  await signIn(page, admin, `${COURSE}/first-lines_ml?page=2`);
  await expect(page.getByRole("list", { name: "Parts of this lesson" })).toBeVisible();
  expect(await findings(page), "a main lesson").toEqual([]);
  await openInside(page, "/tls/lessons/ZZ/ZZ");
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await findings(page), "an unknown course").toEqual([]);
  await page.route("**/skeleton", (route) => route.abort());
  await openInside(page, "/tls/lessons/SW/SWB");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(await findings(page), "a course that does not arrive").toEqual([]);
});

test("axe finds nothing on the reference pages", { tag: "@all" }, async ({ page }) => {
  const main = page.getByRole("main");
  const questions = main.locator("button[aria-expanded]");
  await signIn(page, admin, "/tls/faq");
  for (const language of ["en", "he"] as const) {
    await test.step(`in ${language}`, async () => {
      await openInside(page, "/tls/faq");
      await speak(page, language);
      await questions.first().click();
      await expect(main.locator("button[aria-expanded=true]")).toBeVisible();
      expect(
        await findings(page, { inDark: language === "en" }),
        "questions, one of them open",
      ).toEqual([]);
      await page.getByRole("searchbox", { name: words[language]["search.label"] }).fill("zzzz");
      await expect(questions).toHaveCount(0);
      expect(await findings(page, { inDark: language === "en" }), "nothing found").toEqual([]);

      await openInside(page, "/tls/glossary");
      await expect(main.locator("dt").first()).toBeVisible();
      expect(await findings(page, { inDark: language === "en" }), "glossary").toEqual([]);

      await openInside(page, "/tls/how-to-study");
      await expect(main.locator("h2").first()).toBeVisible();
      expect(await findings(page, { inDark: language === "en" }), "how to study").toEqual([]);

      await openInside(page, "/tls/lessons/PM/PMB/seam-allowances");
      await main.locator("dfn[role=button]").first().press("Enter");
      await expect(page.getByRole("dialog").locator("p").first()).toBeVisible();
      expect(await findings(page, { inDark: language === "en" }), "a term in place").toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  }
});
