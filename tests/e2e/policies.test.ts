import { expect } from "playwright/test";
import { openProfile } from "./measurements.ts";
import { test } from "./school.ts";
import { signInByForm, unfold } from "./steps.ts";

const DAY = 86_400_000;

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

  await page.route("**/api/user/accept-policy*", (route) => route.abort());
  await media.click();
  await expect(
    page.getByRole("alert").filter({ hasText: "Your choice could not be saved" }),
  ).toBeVisible();
  await expect(media).toBeChecked();
  await page.unroute("**/api/user/accept-policy*");
  await media.click();
  await expect(media).not.toBeChecked();

  await elsewhere.goto(school);
  await openProfile(elsewhere, student);
  await unfold(elsewhere, "Policies");
  await expect(elsewhere.getByRole("switch", { name: "Personal data" })).toBeChecked();
  await expect(elsewhere.getByRole("switch", { name: "Photos and media" })).not.toBeChecked();
});

test("shows consent as expired after 180 days, and renews it", async ({ page, student }) => {
  // A day more, as the browser's day may be that before the one in UTC.
  const long = new Date(Date.now() - 181 * DAY).toISOString().slice(0, 10);
  await page.route("**/api/user/login", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.user.accepted_policy_personaldata = long;
    body.user.accepted_policy_mediaconsent = long;
    await route.fulfill({ response, json: body });
  });
  await signInByForm(page, student, "/tls/profile");
  await unfold(page, "Policies");
  const personal = page.getByRole("switch", { name: "Personal data" });
  await expect(page.getByRole("switch", { name: "Photos and media" })).toBeChecked();
  await expect(personal).not.toBeChecked();
  await expect(personal).toHaveAccessibleDescription(/expired on .+ Switch it on to renew it\.$/);
  await personal.click();
  await expect(personal).toBeChecked();
  await expect(personal).toHaveAccessibleDescription(/valid until/);
});
