import { expect, type Page } from "playwright/test";
import { makeTables } from "./measurements.ts";
import { test } from "./school.ts";
import { choose, signIn } from "./steps.ts";

const PATTERNS = "/tls/patterns";
const BODY = { waist_girth: 70, hip_girth: 96, waist_to_hip: 20 };

const summary = (page: Page) => page.getByRole("status").filter({ hasText: /pieces|Nothing/ });
const pictures = (page: Page) => page.locator("main svg g path");
const length = (page: Page) => page.getByRole("slider", { name: "Length" });

/** Whether the browser has kept the code of patterns and its texts. */
const isKept = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("app."));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const addresses = kept.flat().map(({ url }) => url);
    return ["/patterns.", "/patterns-en.", "/drafting.", "/draft-worker."].every((part) =>
      addresses.some((address) => address.includes(part)),
    );
  });

test.describe("with the web app's worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a skirt is drafted to one's own measures, changed by keyboard, and drafted without a network", async ({
    page,
    context,
    school,
    student,
  }) => {
    await makeTables(school, student, [{ name: "Me", values: BODY }]);
    await signIn(page, student);
    await choose(page, /^Hello/, "Patterns");
    await expect(summary(page)).toContainText("Waist: 72 cm");
    await test.step("an option follows the arrow keys", async () => {
      await length(page).focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("row", { name: "Fold" })).toContainText("62");
    });

    await test.step("without a network the last choice is drafted again", async () => {
      await expect.poll(() => isKept(page)).toBe(true);
      await context.setOffline(true);
      await page.reload();
      await expect(summary(page)).toContainText("Waist: 72 cm");
      await expect(page.getByRole("row", { name: "Fold" })).toContainText("62");
      await length(page).focus();
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("row", { name: "Fold" })).toContainText("63");
      await expect(pictures(page)).not.toHaveCount(0);
    });
  });
});

test("patterns are drafted where the page may have no worker", async ({
  page,
  school,
  student,
}) => {
  await makeTables(school, student, [{ name: "Me", values: BODY }]);
  await page.addInitScript(() => {
    Object.defineProperty(window, "Worker", {
      value: class {
        constructor() {
          throw new DOMException("not here", "SecurityError");
        }
      },
    });
  });
  await signIn(page, student, PATTERNS);
  await expect(summary(page)).toContainText("Waist: 72 cm");
});
