import { expect, type Page } from "playwright/test";
import { admin, test } from "./school.ts";
import { speak } from "./speak.ts";
import { COURSE, completeBefore, heading, LESSONS, openInside, signIn } from "./steps.ts";

const row = (page: Page, name: string | RegExp) => page.getByRole("navigation", { name });
const edges = async (page: Page, name: string | RegExp) => {
  const frame = row(page, name);
  return frame.evaluate((nav) => ({
    before: getComputedStyle(nav, "::before").opacity === "1",
    after: getComputedStyle(nav, "::after").opacity === "1",
  }));
};
const isSeen = (page: Page, name: string | RegExp) =>
  row(page, name).evaluate((nav) => {
    const frame = nav.getBoundingClientRect();
    const present = nav.querySelector("[aria-current]")?.getBoundingClientRect();
    return present !== undefined && present.left >= frame.left && present.right <= frame.right + 1;
  });
const scrollTo = (page: Page, name: string | RegExp, left: number) =>
  row(page, name).evaluate((nav, to) => nav.querySelector("ul")?.scrollTo({ left: to }), left);

/** Luminance as WCAG 2 has it, 0 to 1. */
const luminance = ([r = 0, g = 0, b = 0]: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: readonly number[], other: readonly number[]): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** The colours of the pixels in one row of a picture, from left to right. */
const pixelsAt = (page: Page, picture: Buffer, y: number): Promise<number[][]> =>
  page.evaluate(
    async ([base64, line]) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context?.drawImage(bitmap, 0, 0);
      const { data } = context?.getImageData(0, line, bitmap.width, 1) ?? { data: [] };
      return Array.from({ length: bitmap.width }, (_, x) => [...data.slice(x * 4, x * 4 + 3)]);
    },
    [picture.toString("base64"), y] as const,
  );

test.use({ viewport: { width: 360, height: 740 } });

test("scrolls the row of chapters to the present one", async ({ page }) => {
  await signIn(page, admin, COURSE);
  const menu = "Course menu";
  await expect.poll(() => edges(page, menu)).toEqual({ before: false, after: true });
  await scrollTo(page, menu, 120);
  await expect.poll(() => edges(page, menu)).toEqual({ before: true, after: true });
  await scrollTo(page, menu, 9999);
  await expect.poll(() => edges(page, menu)).toEqual({ before: true, after: false });

  await row(page, menu).getByRole("button", { name: "The trousers block" }).click();
  await page.reload();
  await expect.poll(() => isSeen(page, menu)).toBe(true);
  await expect.poll(() => edges(page, menu)).toEqual({ before: true, after: false });

  // A course with fewer chapters on a wide screen shows the whole row.
  await page.setViewportSize({ width: 1280, height: 740 });
  await openInside(page, "/tls/lessons/SW/SWB");
  await expect(heading(page)).toHaveText("Sewing basics");
  await expect.poll(() => edges(page, menu)).toEqual({ before: false, after: false });
});

test("draws the marks of the progress tape with contrast", { tag: "@all" }, async ({
  page,
  student,
  school,
}) => {
  await completeBefore(school, student, LESSONS.slice(0, 4));
  await signIn(page, student, COURSE);
  const tape = page.getByRole("main").getByRole("progressbar");
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const pixels = await pixelsAt(page, await tape.screenshot(), 4);
    const done = Math.floor((4 / 45) * pixels.length);
    for (const part of [pixels.slice(3, done - 4), pixels.slice(done + 4, -3)]) {
      const ground = part[1] ?? [];
      const marks = part.filter((pixel) => contrast(pixel, ground) >= 3);
      expect(marks.length, `${colorScheme}, on ${ground}`).toBeGreaterThan(0);
      expect(marks.length, `${colorScheme}, on ${ground}`).toBeLessThan(part.length / 2);
    }
  }

  await test.step("from right to left the row of chapters shows that it can be scrolled", async () => {
    await speak(page, "he");
    const menu = "תפריט הקורס";
    await expect.poll(() => edges(page, menu)).toEqual({ before: false, after: true });
    await scrollTo(page, menu, -9999);
    await expect.poll(() => edges(page, menu)).toEqual({ before: true, after: false });
  });
});
