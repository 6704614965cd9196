import { expect, type Page } from "playwright/test";
import { reachAssignment } from "./hand-ins.ts";
import { makeTables } from "./measurements.ts";
import { admin, test } from "./school.ts";
import { COURSE, lessonAddress, MEASURING_TOOLS, openInside, signIn } from "./steps.ts";

/** The smallest common screen. */
const SMALLEST = { width: 320, height: 568 };
const USUAL = { width: 360, height: 740 };
/** The height of a keyboard with its bar on it. */
const KEYBOARD = 250;

/** What stands on a screen once it is there, by the screen's address, and what is pressed before. */
const CONTENTS: readonly [address: string, content: string, pressed?: string][] = [
  [COURSE, "main li a"],
  ["/tls/profile", "main li .button"],
  ["/tls/profile?account", "main [role=switch], main details"],
  ["/tls/progress", "main [role=progressbar]"],
  ["/tls/assignments", "main li"],
  ["/tls/tutor-talk", "main button"],
  ["/tls/tutor-talk?new", "main textarea"],
  ["/tls/faq", "main input"],
  ["/tls/glossary", "main input"],
  ["/tls/how-to-study", "main input"],
  ["/tls/downloads", "main a, main p"],
  ["/tls/patterns", "main select"],
  ["/tls/on-this-device", "main button, main p"],
  [lessonAddress(MEASURING_TOOLS), "article button"],
  [lessonAddress(MEASURING_TOOLS), "article textarea", "article button[aria-expanded=false]"],
  [`${lessonAddress({ key: "practice-sheet" })}?page=last`, "[data-on-paper] form"],
  ["/tls/measurements", "main li button"],
  ["/tls/measurements?table=new", "main fieldset input"],
  ["/tls/measurements?compare", "main select"],
];

/** Screens of the desk, which has no bar. */
const OF_STAFF = [
  ...["", "/students", "/people", "/people/import", "/courses", "/reports", "/changes", "/school"],
  ...["/courses/lessons?product=PM&chapter=tools", "/courses/from-files?product=PM"],
  ...["/courses/entries?kind=question", "/courses/entries?kind=question&at=0"],
  "/courses/text?path=PM%2Flessons%2Farm-measures.md",
];

/**
 * What can be pressed and lies under something else: once it has been scrolled into view, or wherever the page is
 * scrolled if it sticks to an edge of the screen. It names what lies over the middle of it.
 */
const coveredOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.localName} "${(element.ariaLabel ?? element.textContent ?? "").trim().slice(0, 40)}"`;
    const found = new Set<string>();
    const check = (element: HTMLElement) => {
      // A link in a text may have several lines.
      const [box] = element.getClientRects();
      // Some are for screen readers alone.
      if (!box || box.width < 2 || box.height < 2 || element.matches(".skip, .unseen")) return;
      const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const isIts =
        over &&
        (element.contains(over) ||
          over.contains(element) ||
          [...((element as HTMLInputElement).labels ?? [])].some((label) => label.contains(over)));
      if (!isIts) found.add(`${nameOf(element)} under ${over ? nameOf(over) : "the edge"}`);
    };
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
    const pressables = () =>
      Array.from(
        document.querySelectorAll<HTMLElement>(
          "a[href], button, input, select, textarea, summary, [role=switch], [role=menuitem]",
        ),
      ).filter(isShown);
    const sticks = (element: Element | null): boolean =>
      element !== null &&
      (["sticky", "fixed"].includes(getComputedStyle(element).position) ||
        sticks(element.parentElement));
    // A row of buttons may be scrolled sideways.
    const isInView = (element: Element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    };
    for (const part of [0, 0.3, 0.6, 1]) {
      scrollTo({ top: part * document.documentElement.scrollHeight, behavior: "instant" });
      for (const element of pressables()) if (sticks(element) && isInView(element)) check(element);
    }
    for (const element of pressables()) {
      element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      check(element);
    }
    return [...found];
  });

/**
 * Checks a screen, and once more above a keyboard if it has a field.
 * @param onKeyboard called once the keyboard is there, and once it has gone
 */
const expectUncovered = async (
  page: Page,
  address: string,
  onKeyboard: (isThere: boolean) => Promise<void> = async () => undefined,
): Promise<void> => {
  await expect.poll(() => coveredOn(page), { message: address }).toEqual([]);
  const field = page.locator("main").getByRole("textbox").or(page.getByRole("searchbox"));
  if ((await field.count()) === 0) return;
  const size = page.viewportSize() ?? SMALLEST;
  await field.first().focus();
  await page.setViewportSize({ ...size, height: size.height - KEYBOARD });
  await onKeyboard(true);
  await expect.poll(() => coveredOn(page), { message: `${address} with a keyboard` }).toEqual([]);
  await page.setViewportSize(size);
  await onKeyboard(false);
};

test.use({ viewport: SMALLEST, hasTouch: true, isMobile: true });

for (const size of [SMALLEST, USUAL]) {
  test(`nothing that can be pressed lies under anything else at ${size.width} px, with and without a keyboard`, {
    tag: size === SMALLEST ? [] : "@all",
  }, async ({ page, school, student }) => {
    await page.setViewportSize(size);
    await makeTables(school, student, [
      { name: "Spring", values: { waist_girth: 70 } },
      { name: "Autumn", values: { waist_girth: 71 } },
    ]);
    await reachAssignment(school, student);
    await signIn(page, student);
    const bar = page.getByRole("navigation", { name: "Main pages" });
    for (const [address, content, pressed] of CONTENTS) {
      await test.step(address, async () => {
        await openInside(page, address);
        if (pressed) await page.locator(pressed).first().click();
        await expect(page.locator(content).first()).toBeVisible();
        await expect(bar).toBeVisible();
        await expectUncovered(page, address, (isThere) =>
          expect(bar).toBeVisible({ visible: !isThere }),
        );
      });
    }
  });
}

test("nothing that staff can press lies under anything else, with and without a keyboard", {
  tag: "@all",
}, async ({ page }) => {
  await signIn(page, admin, "/tls/desk");
  for (const part of OF_STAFF) {
    const address = `/tls/desk${part}`;
    await test.step(address, async () => {
      await openInside(page, address);
      await expect(page.locator("main[id=content] h1")).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectUncovered(page, address);
    });
  }
});

test("the button that saves a table of measurements is in sight, also above a keyboard", async ({
  page,
  student,
}) => {
  await signIn(page, student, "/tls/measurements?table=new");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(save).toBeInViewport({ ratio: 1 });
  await page.getByRole("textbox", { name: "Waist girth" }).fill("70");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await expect(page.getByRole("button", { name: "Discard changes" })).toBeVisible();
  expect(await coveredOn(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Waist girth" }).focus();
  await page.setViewportSize({ ...SMALLEST, height: SMALLEST.height - KEYBOARD });
  await expect(save).toBeInViewport({ ratio: 1 });
  const waist = await page.getByRole("textbox", { name: "Waist girth" }).boundingBox();
  const { y = 0 } = (await save.boundingBox()) ?? {};
  expect((waist?.y ?? 0) + (waist?.height ?? y)).toBeLessThanOrEqual(y);
  expect(waist?.y).toBeGreaterThanOrEqual(0);
});
