import { expect, type Locator, type Page } from "playwright/test";
import { PSEUDO_LOCALE, speakPseudoLanguage } from "../../scripts/browser/pseudo-language.ts";
import { lookForFaults } from "../../scripts/matrix/look-for-faults.ts";
import { directionOf, LANGUAGES, type Language } from "../../src/domain/languages.ts";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { test } from "./school.ts";
import { MESSAGE_ID, speak, words } from "./speak.ts";
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

/** Every screen, and a text of the interface on it. */
const TITLES = [
  ["/tls/profile", "profile.title"],
  [COURSE, "lessons.next"],
  [lessonAddress(WORKPLACE), "lesson.back"],
  ["/tls/progress", "progress.title"],
  ["/tls/assignments", "assignments.title"],
  ["/tls/tutor-talk", "tutor-talk.title"],
  ["/tls/faq", "faq.title"],
  ["/tls/glossary", "glossary.title"],
  ["/tls/how-to-study", "how-to-study.title"],
  ["/tls/downloads", "downloads.title"],
  ["/tls/measurements?table=new", "measurements.new"],
  ["/tls/patterns", "patterns.title"],
] as const;

/** All texts of the page and names for screen readers, and by how much it is too wide. */
const seenOn = () => {
  const said: string[] = [];
  for (const element of document.body.querySelectorAll("*")) {
    if (element.matches("script, style")) continue;
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) said.push(node.nodeValue ?? "");
    }
    const named = /^(aria-(label|description|valuetext)|alt|title|placeholder|value)$/;
    for (const { name, value } of element.attributes) if (named.test(name)) said.push(value);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  return { said: said.join("\n"), beyond: scrollWidth - clientWidth };
};

/** The page shows a text in a language, no id of a message, and nothing beyond the screen. */
const isTranslated = async (page: Page, language: Language, shows: MessageId, where: string) => {
  await expect(page.getByText(words[language][shows]).first(), where).toBeVisible();
  await expect(page.locator("html"), where).toHaveAttribute("dir", directionOf(language));
  // Content that is still loading could be too wide as well.
  await page.waitForLoadState("networkidle");
  const { said, beyond } = await page.evaluate(seenOn);
  expect(MESSAGE_ID.exec(said)?.[0], `${where}: the id of a message`).toBeUndefined();
  expect(beyond, `${where}: pixels to scroll sideways`).toBe(0);
};

/** Opens each menu of the header: none of them may reach beyond the screen. */
const menusFit = async (page: Page, language: Language) => {
  for (const opener of await page.getByRole("banner").getByRole("button").all()) {
    if (await opener.isDisabled()) continue;
    await opener.press("ArrowDown");
    const menu = page.getByRole("menu");
    await expect(menu).toBeVisible();
    const { x = -1, width = 0 } = (await menu.boundingBox()) ?? {};
    expect(x, `${language}: a menu begins on the screen`).toBeGreaterThanOrEqual(0);
    expect(x + width, `${language}: a menu ends on it`).toBeLessThanOrEqual(360);
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
  }
};

// Two tests, which two workers can share.
for (const languages of [LANGUAGES.slice(0, 4), LANGUAGES.slice(4)]) {
  test(`every screen is translated and fits a small phone: ${languages.join(", ")}`, {
    tag: "@all",
  }, async ({ page, student }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/tls/");
    for (const language of languages) {
      await speak(page, language);
      await isTranslated(page, language, "authorization.sign-in", `${language}, sign-in`);
    }
    await page.locator("input").first().fill(student.username);
    await page.locator("input[type=password]").fill(student.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/profile$/);
    for (const language of languages) {
      await test.step(`every screen is translated and fits a small phone (${language})`, async () => {
        await speak(page, language);
        for (const [address, shows] of TITLES) {
          await openInside(page, address);
          await isTranslated(page, language, shows, `${language}, ${address}`);
        }
        await menusFit(page, language);
      });
    }
  });
}
