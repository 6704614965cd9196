import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { startSchool } from "../../scripts/school/start-school.ts";
import { findings } from "./axe-findings.ts";
import { copySchool } from "./prepared-school.ts";
import { admin, runtimeOf, test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { signIn } from "./steps.ts";

const SCHOOL = "/tls/desk/school";
const LOGO = path.join(import.meta.dirname, "../../resources/demo-school/logo-dark.png");

const unfold = async (page: Page) => {
  await page.locator("summary").filter({ hasText: "Brand, contacts and languages" }).press("Enter");
  await expect(name(page)).not.toHaveValue("");
};
const open = async (page: Page, school: string) => {
  await signIn(page, admin, `${school}${SCHOOL}`);
  await unfold(page);
};
const name = (page: Page) => page.getByRole("textbox", { name: "Name of the school" });
const accent = (page: Page) => page.getByRole("textbox", { name: /^Accent colour/ });
const sample = (page: Page, theme: string) =>
  page.getByRole("figure", { name: theme }).locator(".button").first();
const ground = (page: Page, theme: string) =>
  sample(page, theme).evaluate((button) => getComputedStyle(button).backgroundColor);
const save = (page: Page) =>
  page
    .locator("form")
    .filter({ has: name(page) })
    .getByRole("button", { name: "Save" });
const saved = (page: Page) => page.getByText("Saved in the draft.");

test("an administrator tries a colour in both themes, saves the brand, and publishes it", async ({
  page,
}, { project }) => {
  const school = await startSchool({ runtime: runtimeOf(project.name), dataDir: copySchool() });
  try {
    await open(page, school.url);
    await accent(page).fill("#a03050");
    await expect(page.getByText(/In the dark theme the colour becomes #/)).toBeVisible();
    await expect(page.getByText(/In the light theme the colour becomes/)).toHaveCount(0);
    await expect.poll(() => ground(page, "Light")).toBe("rgb(160, 48, 80)");
    expect(await ground(page, "Dark")).not.toBe("rgb(160, 48, 80)");
    await accent(page).fill("red");
    await accent(page).press("Enter");
    await expect(accent(page)).toHaveAttribute("aria-invalid", "true");
    await accent(page).fill("#ffee88");
    await expect(page.getByText(/In the light theme the colour becomes #/)).toBeVisible();
    await page.getByLabel("Choose the colour").fill("#204080");
    await expect(accent(page)).toHaveValue("#204080");
    await page.getByLabel("Choose a logo").setInputFiles(LOGO);
    await name(page).fill("Needle School");
    expect(await findings(page)).toEqual([]);

    const tab = await page.context().newPage();
    await tab.goto(`${school.url}${SCHOOL}`);
    await unfold(tab);
    await name(tab).fill("Thread School");
    await name(tab).press("Enter");
    await expect(saved(tab)).toBeVisible();
    await tab.close();
    await save(page).press("Enter");
    await expect(page.getByText(/Somebody else has changed school\.yaml/)).toBeVisible();
    await expect(page.getByText("Saved now: Thread School")).toBeVisible();
    await expect(name(page)).toHaveValue("Needle School");
    await save(page).press("Enter");
    await expect(saved(page)).toBeVisible();
    await expect(page.getByRole("img", { name: "Logo" })).toHaveAttribute(
      "src",
      `data:image/png;base64,${(await readFile(LOGO)).toString("base64")}`,
    );

    await page.getByRole("link", { name: words.en["staff-editor.to-courses"] }).press("Enter");
    const act = (id: "staff-content.check" | "staff-content.publish") =>
      page.getByRole("button", { name: words.en[id], exact: true });
    await act("staff-content.check").press("Enter");
    await expect(act("staff-content.publish")).not.toHaveAttribute("aria-disabled");
    await act("staff-content.publish").press("Enter");
    await expect(page.getByText(words.en["staff-content.done"])).toBeVisible();
    await page.goto(`${school.url}/tls/`);
    await expect(page.getByRole("banner")).toContainText("Needle School");
  } finally {
    await school.stop({ keepData: false });
  }
});

test("the brand fits a phone from right to left, and axe finds nothing", async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, school);
  await speak(page, "he");
  await expect(
    page.getByText(words.he["staff-school.brand-contacts"], { exact: true }),
  ).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
});
