import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { openProfile } from "./measurements.ts";
import { test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { unfold } from "./steps.ts";

test("chooses when mails with news come, on this device and on another", async ({
  page,
  student,
  school,
  elsewhere,
}) => {
  await test.step("tells the school the language and the zone of the person", async () => {
    const told = () => page.waitForRequest("**/api/user/news/place");
    const first = told();
    await openProfile(page, student);
    expect((await first).postDataJSON()).toEqual({
      language: "en",
      zone: expect.stringMatching(/^[A-Z]/),
      week_start: null,
    });
    const second = told();
    await speak(page, "he");
    expect((await second).postDataJSON()).toMatchObject({ language: "he" });
  });
  await unfold(page, words.he["own-data.news"]);
  await page.getByRole("radio", { name: words.he["news.digest"] }).check();
  await expect(page.getByRole("combobox", { name: words.he["news.hour"] })).toBeVisible();
  expect(await findings(page), "from right to left").toEqual([]);
  await speak(page, "en");
  await page.getByRole("combobox", { name: "The day’s mail comes at" }).selectOption("18");
  const idle = "Remind me after a week without a lesson";
  await page.getByRole("switch", { name: idle }).press("Space");
  await expect(page.getByRole("switch", { name: idle })).toBeChecked();
  expect(await findings(page, { inDark: true })).toEqual([]);

  await elsewhere.goto(school);
  await openProfile(elsewhere, student);
  await unfold(elsewhere, "News");
  await expect(elsewhere.getByRole("radio", { name: "One mail a day" })).toBeChecked();
  await expect(elsewhere.getByRole("combobox")).toHaveValue("18");
  await expect(elsewhere.getByRole("switch", { name: idle })).toBeChecked();
});
