import { expect } from "playwright/test";
import { openProfile } from "./measurements.ts";
import { test } from "./school.ts";
import { unfold } from "./steps.ts";

test("accepts and declines policies per device", async ({ page, student, school, elsewhere }) => {
  await openProfile(page, student);
  await unfold(page, "Policies");
  const personal = page.getByRole("switch", { name: "Personal data" });
  const media = page.getByRole("switch", { name: "Photos and media" });
  await expect(personal).not.toBeChecked();
  await expect(personal).toHaveAccessibleDescription(/Not accepted$/);
  await personal.click();
  await expect(personal).toBeChecked();
  await expect(personal).toHaveAccessibleDescription(/Accepted on .+, valid until .+$/);
  await media.press("Space");
  await expect(media).toHaveAccessibleDescription(/Accepted on [^,]+, \d{4}$/);
  await page.reload();
  await unfold(page, "Policies");
  await expect(personal).toBeChecked();

  await media.click();
  await expect(media).not.toBeChecked();

  await elsewhere.goto(school);
  await openProfile(elsewhere, student);
  await unfold(elsewhere, "Policies");
  await expect(elsewhere.getByRole("switch", { name: "Personal data" })).toBeChecked();
  await expect(elsewhere.getByRole("switch", { name: "Photos and media" })).not.toBeChecked();
});
