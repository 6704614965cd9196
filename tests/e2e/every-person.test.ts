import { expect, type Locator, type Page } from "playwright/test";
import { PSEUDO_LOCALE, speakPseudoLanguage } from "../../scripts/browser/pseudo-language.ts";
import { lookForFaults } from "../../scripts/matrix/look-for-faults.ts";
import { test } from "./school.ts";
import { COURSE, lessonAddress, openInside, signIn, WORKPLACE } from "./steps.ts";

/** The screens of the main story, and a selector of what is on them last. */
const SCREENS = [
  [COURSE, "main [role=progressbar]"],
  [lessonAddress(WORKPLACE), "article figure img"],
  ["/tls/assignments", "main h1"],
  ["/tls/tutor-talk", "main h1"],
  ["/tls/faq", "main button[aria-expanded]"],
] as const;

/** What goes beyond the screen, or is cut off. */
const notFitting = async (page: Page): Promise<string[]> =>
  (await page.evaluate(lookForFaults)).filter((fault) => !fault.startsWith("target"));

const MEASURING = ["/tls/measurements?table=new", "main form fieldset"] as const;

/** Screens with small links, and a selector of what is on them last. */
const LINKS = [
  ["/tls/progress", "main a[data-state]"],
  ["/tls/how-to-study", "main h2"],
  ["/tls/tutor-talk?new", "main form"],
] as const;

const openEach = async (
  page: Page,
  check: (address: string) => Promise<void>,
  screens: readonly (readonly [string, string])[] = SCREENS,
): Promise<void> => {
  for (const [address, content] of screens) {
    await openInside(page, address);
    await page.locator(content).first().waitFor();
    await check(address);
  }
};

test("has room at 400% zoom, with text of 200% and for a thumb", async ({ page, student }) => {
  // A screen of 1280 pixels that is zoomed to 400% has room for 320.
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(page, student, COURSE);
  const isFitting = async (address: string) => expect(await notFitting(page), address).toEqual([]);
  await test.step("nothing is wider than the screen", () => openEach(page, isFitting));

  await test.step("nothing is wider than the screen or cut off", async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await openEach(page, isFitting);
  });

  await test.step("with text of 200% nothing is wider than the smallest phone", async () => {
    await page.setViewportSize({ width: 320, height: 740 });
    await openEach(
      page,
      async (address) => {
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, address).toBe(320);
      },
      [...SCREENS, MEASURING],
    );
    const menus = page.locator("header [aria-haspopup=menu]");
    const tops = await menus.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect(tops.length).toBeGreaterThan(2);
    expect(new Set(tops).size, "the header's menus share a row").toBe(1);
  });

  await test.step("on a phone everything that is pressed is large enough for a thumb", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "";
    });
    await openEach(
      page,
      async (address) => expect(await page.evaluate(lookForFaults), address).toEqual([]),
      [...SCREENS, ...LINKS],
    );
  });
});

test.describe("in a language that is 40% longer, from right to left", () => {
  test.use({ locale: PSEUDO_LOCALE, viewport: { width: 320, height: 740 } });

  test("every text has room on a small phone", async ({ page, context, student }) => {
    await speakPseudoLanguage(context);
    await signIn(page, student, COURSE);
    await expect(page.getByText(/^Šéårçh léssöñs lorem/)).toBeVisible();
    await openEach(page, async (address) => {
      expect(await notFitting(page), address).toEqual([]);
    });
  });
});

test("shows states and drawings in forced colours", async ({ page, student }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await signIn(page, student, COURSE);
  const section = page.locator("button[aria-current]").last();
  await expect(section).toBeVisible();
  const colours = await section.evaluate((present) => {
    const other = present.closest("ol, ul")?.querySelector("button:not([aria-current])");
    return [present, other ?? document.body].map((one) => getComputedStyle(one).backgroundColor);
  });
  expect(colours[0]).not.toBe(colours[1]);
  await openInside(page, lessonAddress(WORKPLACE));
  const drawing = page.getByRole("figure").getByRole("img").first();
  await expect(drawing).toHaveCSS("background-color", "rgb(230, 224, 210)");

  await test.step("the states of lessons and switches can be told apart", async () => {
    await openInside(page, "/tls/progress");
    const look = async (part: Locator) => (await part.screenshot()).toString("base64");
    const states = page.locator("main li > span[data-state]:not([role])");
    await expect(states).toHaveCount(4);
    const looks = await Promise.all((await states.all()).map(look));
    expect(new Set(looks).size).toBe(4);
    const asTable = page.getByRole("switch");
    const off = await look(asTable);
    await asTable.click();
    await expect(asTable).toBeChecked();
    expect(await look(asTable)).not.toBe(off);
  });
});
