import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { signIn } from "./steps.ts";

const SCHOOL = "/tls/desk/school";
const LOGO = path.join(import.meta.dirname, "../../resources/demo-school/logo-dark.png");

/** The background of the sample's button. */
const ground = (page: Page, theme: string) =>
  page
    .getByRole("figure", { name: theme })
    .locator(".button")
    .first()
    .evaluate((button) => getComputedStyle(button).backgroundColor);

test("an administrator tries a colour in both themes, and saves the brand with a logo", async ({
  page,
}) => {
  await signIn(page, admin, SCHOOL);
  await page.locator("summary").filter({ hasText: "Brand, contacts and languages" }).press("Enter");
  const name = page.getByRole("textbox", { name: "Name of the school" });
  const accent = page.getByRole("textbox", { name: /^Accent colour/ });
  await expect(name).not.toHaveValue("");
  await accent.fill("#a03050");
  await expect(page.getByText(/In the dark theme the colour becomes #/)).toBeVisible();
  await expect(page.getByText(/In the light theme the colour becomes/)).toHaveCount(0);
  await expect.poll(() => ground(page, "Light")).toBe("rgb(160, 48, 80)");
  expect(await ground(page, "Dark")).not.toBe("rgb(160, 48, 80)");
  await accent.fill("#ffee88");
  await expect(page.getByText(/In the light theme the colour becomes #/)).toBeVisible();
  await page.getByLabel("Choose the colour").fill("#204080");
  await expect(accent).toHaveValue("#204080");
  const logo = page.getByRole("group", { name: "Logo", exact: true });
  await logo.locator("input[type=file]").setInputFiles(LOGO);
  await name.fill("Needle School");
  expect(await findings(page)).toEqual([]);
  await name.press("Enter");
  await expect(page.getByText("Saved in the draft.")).toBeVisible();
  await expect(logo.getByRole("img")).toHaveAttribute(
    "src",
    `data:image/png;base64,${(await readFile(LOGO)).toString("base64")}`,
  );

  await test.step("the brand fits a phone from right to left, and axe finds nothing", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await speak(page, "he");
    const heading = words.he["staff-school.brand-contacts"];
    await expect(page.getByText(heading, { exact: true })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
  });
});
