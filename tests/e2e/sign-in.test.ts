import { expect, type Page } from "playwright/test";
import { holdBack } from "./answers.ts";
import { test } from "./school.ts";
import { CORE_SCRIPT, heading, signInForm, submitSignIn } from "./steps.ts";

const LATER_PARTS = /\/tls\/brand\.\w+\.js$/;
const ORGANISATION = "**/api/organizations/*";

/** Waits until the browser has painted what the page has by now. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

/** Opens the form, each part of the page after the one before has been painted. */
const openByParts = async (page: Page) => {
  const script = await holdBack(page, CORE_SCRIPT);
  const parts = await holdBack(page, LATER_PARTS);
  const organisation = await holdBack(page, ORGANISATION);
  await page.goto("/tls/", { waitUntil: "commit" });
  await expect(signInForm(page)).toBeVisible();
  await painted(page);
  await script();
  await expect(page.locator("html")).toHaveAttribute("data-ready");
  await painted(page);
  await organisation();
  await painted(page);
  await parts();
  await expect(page.getByRole("banner")).toContainText("Selvedge School");
  await expect(page.getByRole("contentinfo")).toBeVisible();
};

/** The layout shifts since the page was opened. */
const shiftsOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().map((entry) => (entry as unknown as { value: number }).value)),
        ).observe({ type: "layout-shift", buffered: true });
        // Layout shifts are reported with the frame in which they happen.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );

test("the form works from the first paint to the greeting", { tag: "@runtime" }, async ({
  browser,
  page,
  school,
  student,
}) => {
  await test.step("the form is usable before any script has run", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${school}/tls/`);
    await expect(plain.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    // The description for search engines.
    await expect(plain.locator("meta[name=description]")).toHaveAttribute(
      "content",
      "Learning space: online courses in sewing and pattern making.",
    );
    await context.close();
  });

  await test.step("nothing moves while the page around the form loads (360 × 640)", async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openByParts(page);
    expect(await shiftsOn(page)).toEqual([]);
  });

  await test.step("name and password sign in, and the greeting shows the first name", async () => {
    await submitSignIn(page, student);
    await expect(heading(page)).toHaveText("Profile");
    await expect(page.getByRole("button", { name: `Hello, ${student.firstName}` })).toBeVisible();
  });
});

test("leads from the school's address to the form", async ({ page, student }) => {
  await page.goto("/");
  await test.step("the school's address leads to the sign-in form", async () => {
    await expect(page).toHaveURL(/\/tls\//);
    const form = signInForm(page);
    await expect(form.getByRole("textbox", { name: "Username" })).toBeEditable();
    await expect(form.getByRole("textbox", { name: "Password" })).toBeEditable();
  });

  await test.step("a press on Sign in counts even when the school's contacts load before the button is released", async () => {
    const release = await holdBack(page, ORGANISATION);
    await page.reload();
    const form = signInForm(page);
    await form.getByRole("textbox", { name: "Username" }).fill(student.username);
    await form.getByRole("textbox", { name: "Password" }).fill(student.password);
    await form.getByRole("button", { name: "Sign in", exact: true }).hover();
    await page.mouse.down();
    await release();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await page.mouse.up();
    await expect(heading(page)).toHaveText("Profile");
  });
});
