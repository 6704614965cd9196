import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { makeTables } from "./measurements.ts";
import { printed, watchPrintingInNext } from "./paper.ts";
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

test("a draft is saved as PDF, SVG, DXF and for a projector, and printed in real size", async ({
  page,
  student,
}) => {
  await watchPrintingInNext(page);
  await signIn(page, student, PATTERNS);
  await page.locator("summary", { hasText: "Print or save" }).click();
  await page.getByRole("combobox", { name: "Paper" }).selectOption("a4");
  await expect(page.getByRole("button", { name: /^Skirt back:/ })).toBeVisible();
  const save = async (button: string): Promise<string> => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    return readFile(await file.path(), "latin1");
  };
  const pdf = await save("Save as PDF");
  expect(pdf).toMatch(/^%PDF-1\.7/);
  const pages = pdf.match(/\/MediaBox \[0 0 595\.2756 841\.8898\]/g)?.length;
  // The preview follows a change of the paper a little later.
  await expect(page.getByRole("status").filter({ hasText: "pages" })).toHaveText(
    new RegExp(`^${pages} pages`),
  );
  // The texts were painted.
  expect(pdf).toContain("/ImageMask true");
  expect(await save("Save as SVG")).toContain('inkscape:label="Cutting line"');
  expect(await save("Save as DXF")).toMatch(/^0\nSECTION\n(?:.*\n)*0\nEOF\n$/);
  expect(await save("Save for a projector")).toMatch(/^%PDF-1\.7/);

  await page.emulateMedia({ media: "print" });
  await page.getByRole("button", { name: "Print", exact: true }).dispatchEvent("click");
  await expect.poll(async () => (await printed(page)).length).toBe(1);
  const [paper] = await printed(page);
  expect(paper).toEqual({ text: "", pictures: pages, missing: 0 });
});
