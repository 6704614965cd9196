import { expect, type Page } from "playwright/test";
import { directionOf, LANGUAGES, type Language } from "../../src/domain/languages.ts";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { COURSE, lessonAddress, openInside, WORKPLACE } from "./steps.ts";

/** Every screen, and a text of the interface on it. */
const SCREENS = [
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

const areas = new Set(Object.keys(words.en).map((id) => id.split(".")[0]));
/** An untranslated message id: `lesson.back`. */
const MESSAGE_ID = new RegExp(`(?<![\\w.-])(?:${[...areas].join("|")})\\.[a-z][a-z-]*`);

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
const fits = async (page: Page, language: Language, shows: MessageId, where: string) => {
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

test.use({ viewport: { width: 360, height: 740 } });

// Two tests, which two workers can share.
for (const languages of [LANGUAGES.slice(0, 4), LANGUAGES.slice(4)]) {
  test(`every screen is translated and fits a small phone: ${languages.join(", ")}`, {
    tag: "@all",
  }, async ({ page, student }) => {
    await page.goto("/tls/");
    for (const language of languages) {
      await speak(page, language);
      await fits(page, language, "authorization.sign-in", `${language}, sign-in`);
    }
    await page.locator("input").first().fill(student.username);
    await page.locator("input[type=password]").fill(student.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/profile$/);
    for (const language of languages) {
      await test.step(`every screen is translated and fits a small phone (${language})`, async () => {
        await speak(page, language);
        for (const [address, shows] of SCREENS) {
          await openInside(page, address);
          await fits(page, language, shows, `${language}, ${address}`);
        }
        await menusFit(page, language);
      });
    }
  });
}
