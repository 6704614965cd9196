import { readFile } from "node:fs/promises";
import { expect } from "playwright/test";
import { printed, watchPrintingInNext } from "./paper.ts";
import { test } from "./school.ts";
import { signIn } from "./steps.ts";

test("a draft is saved as PDF, SVG, DXF and for a projector, and printed in real size", async ({
  page,
  student,
}) => {
  await watchPrintingInNext(page);
  await signIn(page, student, "/tls/patterns");
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
