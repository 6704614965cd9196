import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { openProfile } from "./measurements.ts";
import { admin, test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { signIn, unfold } from "./steps.ts";

test("chooses when mails with news come, on this device and on another", async ({
  page,
  student,
  school,
  elsewhere,
}) => {
  await openProfile(page, student);
  await unfold(page, "News");
  await expect(page.getByRole("radio", { name: "At once" })).toBeChecked();
  await page.getByRole("radio", { name: "One mail a day" }).check();
  await page.getByRole("combobox", { name: "The day’s mail comes at" }).selectOption("18");
  await page
    .getByRole("switch", { name: "Remind me after a week without a lesson" })
    .press("Space");
  await expect(
    page.getByRole("switch", { name: "Remind me after a week without a lesson" }),
  ).toBeChecked();

  await elsewhere.goto(school);
  await openProfile(elsewhere, student);
  await unfold(elsewhere, "News");
  await expect(elsewhere.getByRole("radio", { name: "One mail a day" })).toBeChecked();
  await expect(elsewhere.getByRole("combobox")).toHaveValue("18");
  await expect(
    elsewhere.getByRole("switch", { name: "Remind me after a week without a lesson" }),
  ).toBeChecked();
});

test("axe finds nothing on the choice of when news comes", async ({ page, student }) => {
  await openProfile(page, student);
  for (const language of ["en", "he"] as const) {
    await speak(page, language);
    const word = words[language];
    await unfold(page, word["own-data.news"]);
    await page.getByRole("radio", { name: word["news.digest"] }).check();
    await expect(page.getByRole("combobox", { name: word["news.hour"] })).toBeVisible();
    expect(await findings(page, { inDark: language === "en" }), language).toEqual([]);
    await unfold(page, word["own-data.news"]);
  }
});

test("tells the school the language and the zone of the person", async ({ page, student }) => {
  const told = () => page.waitForRequest("**/api/user/news/place");
  const first = told();
  await signIn(page, student, "/tls/");
  expect((await first).postDataJSON()).toEqual({
    language: "en",
    zone: expect.stringMatching(/^[A-Z]/),
    week_start: null,
  });
  const second = told();
  await speak(page, "he");
  expect((await second).postDataJSON()).toMatchObject({ language: "he" });
});

test("an administrator chooses, too", async ({ page }) => {
  await signIn(page, admin, "/tls/profile");
  await unfold(page, "News");
  await expect(page.getByRole("radio", { name: "Never" })).toBeChecked();
});
