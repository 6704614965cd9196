import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import { COURSE, heading, lessonAddress, MEASURING_TOOLS, WORKPLACE } from "./steps.ts";

const words = {
  "en-US": {
    form: "Sign in",
    name: "Username",
    password: "Password",
    forgot: "Forgot password?",
    profile: "Profile",
    courses: "Courses",
    lessons: "Lessons",
    workplace: "Your place to work",
    closed: "This lesson is not yet active",
  },
  "he-IL": {
    form: "כניסה",
    name: "שם משתמש",
    password: "סיסמה",
    forgot: "שכחת סיסמה?",
    profile: "פרופיל",
    courses: "קורסים",
    lessons: "שיעורים",
    workplace: "מקום העבודה שלכם",
    closed: "השיעור הזה עדיין לא פעיל",
  },
};

for (const [locale, word] of Object.entries(words)) {
  test.describe(locale, () => {
    test.use({ locale });

    test(`axe finds nothing on the pages before signing in (${locale})`, async ({ page }) => {
      await page.goto("/tls/");
      const form = page.getByRole("form", { name: word.form });
      await expect(page.getByRole("contentinfo")).toBeVisible();
      expect(await findings(page), "sign-in").toEqual([]);
      await form.getByRole("button", { name: word.form, exact: true }).click();
      await expect(form.getByRole("textbox", { name: word.name })).toHaveAttribute("aria-invalid");
      expect(await findings(page), "sign-in with what is missing").toEqual([]);
      await form.getByRole("textbox", { name: word.name }).fill("nobody");
      await form.getByRole("textbox", { name: word.password }).fill("wrong");
      await form.getByRole("button", { name: word.form, exact: true }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      await page.getByRole("alert").hover();
      expect(await findings(page), "an alert").toEqual([]);
      await page.getByRole("button", { name: word.forgot }).click();
      await expect(page.getByRole("form", { name: word.forgot })).toBeVisible();
      expect(await findings(page), "forgotten password").toEqual([]);
    });

    test(`axe finds nothing on the pages after signing in (${locale})`, async ({
      page,
      student,
    }) => {
      await page.goto("/tls/");
      await page.getByRole("textbox", { name: word.name }).fill(student.username);
      await page.getByRole("textbox", { name: word.password }).fill(student.password);
      await page.getByRole("button", { name: word.form, exact: true }).click();
      await expect(heading(page)).toHaveText(word.profile);
      await expect(page.getByRole("contentinfo")).toBeVisible();
      expect(await findings(page), "profile").toEqual([]);

      await page.goto(COURSE);
      await expect(page.getByRole("list", { name: word.lessons })).toBeVisible();
      expect(await findings(page), "tiles").toEqual([]);
      await page.getByRole("button", { name: word.courses }).press("ArrowDown");
      await expect(page.getByRole("menu")).toBeVisible();
      expect(await findings(page), "the open menu of courses").toEqual([]);

      await page.goto(lessonAddress(WORKPLACE));
      await expect(heading(page)).toHaveText(word.workplace);
      await expect(page.getByRole("figure").getByRole("img")).toHaveJSProperty("complete", true);
      expect(await findings(page), "a lesson").toEqual([]);

      await page.goto(lessonAddress(MEASURING_TOOLS));
      await expect(heading(page)).toHaveText(word.closed);
      expect(await findings(page), "a closed lesson").toEqual([]);
    });
  });
}

test("axe finds nothing on a main lesson, an unknown course and a course that cannot be fetched", async ({
  page,
}) => {
  await page.goto("/tls/");
  await page.getByRole("textbox", { name: "Username" }).fill("admin");
  await page.getByRole("textbox", { name: "Password" }).fill("demo-admin");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(heading(page)).toHaveText("Profile");
  await page.goto(`${COURSE}/first-lines_ml?page=2`);
  await expect(page.getByRole("list", { name: "Parts of this lesson" })).toBeVisible();
  expect(await findings(page), "a main lesson").toEqual([]);
  await page.goto("/tls/lessons/ZZ/ZZ");
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await findings(page), "an unknown course").toEqual([]);
  await page.route("**/skeleton", (route) => route.abort());
  await page.goto(COURSE);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(await findings(page), "a course that does not arrive").toEqual([]);
});
