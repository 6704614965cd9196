import { readFileSync } from "node:fs";
import { expect, type Page, type Request } from "playwright/test";
import { directionOf, LANGUAGES } from "../../src/domain/languages.ts";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { test } from "./school.ts";
import { COURSE, heading, lessonAddress, WORKPLACE } from "./steps.ts";

const SCHOOL = "Selvedge School";

/** Every screen; if its heading is the school's own text, another text of the interface on it. */
const SCREENS: readonly (
  | { address: string; title: MessageId }
  | { address: string; shows: MessageId }
)[] = [
  { address: "/tls/profile", title: "profile.title" },
  { address: COURSE, shows: "lessons.next" },
  { address: lessonAddress(WORKPLACE), shows: "lesson.back" },
  { address: "/tls/progress", title: "progress.title" },
  { address: "/tls/assignments", title: "assignments.title" },
  { address: "/tls/tutor-talk", title: "tutor-talk.title" },
  { address: "/tls/faq", title: "faq.title" },
  { address: "/tls/glossary", title: "glossary.title" },
  { address: "/tls/how-to-study", title: "how-to-study.title" },
  { address: "/tls/downloads", title: "downloads.title" },
];

/** Messages that are the same word in English. */
const SAME_WORD = new Set(["de downloads.title"]);

type Words = Record<MessageId, string>;

const wordsOf = (language: string): Words =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), "utf8"));

const english = wordsOf("en");
const areas = new Set(Object.keys(english).map((id) => id.split(".")[0]));
/** An untranslated message id: `lesson.back`. */
const MESSAGE_ID = new RegExp(`(?<![\\w.-])(?:${[...areas].join("|")})\\.[a-z][a-z-]*`);

const fitsIn = async (page: Page, language: string, where: string) => {
  const html = page.locator("html");
  await expect(html, where).toHaveAttribute("lang", language);
  await expect(html, where).toHaveAttribute("dir", directionOf(language));
  // Texts, and names for screen readers; addresses are left out.
  const said = (await page.locator("body").ariaSnapshot()).replaceAll(/\/url: .*/g, "");
  expect(MESSAGE_ID.exec(said)?.[0], `${where}: the id of a message`).toBeUndefined();
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(beyond, `${where}: pixels to scroll sideways`).toBe(0);
};

/** Opens each menu of the header: none of them may reach beyond the screen. */
const menusFit = async (page: Page, language: string) => {
  for (const opener of await page.getByRole("banner").getByRole("button").all()) {
    if (await opener.isDisabled()) continue;
    await opener.press("ArrowDown");
    const menu = page.getByRole("menu");
    await expect(menu).toBeVisible();
    const where = `the menu "${await menu.getAttribute("aria-label")}"`;
    const box = await menu.boundingBox();
    expect(box?.x, `${where} begins on the screen`).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), `${where} ends on it`).toBeLessThanOrEqual(360);
    await fitsIn(page, language, where);
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
  }
};

/** Waits until no request is running, and the page has rendered. */
const settling = (page: Page) => {
  const underway = new Set<Request>();
  page.on("request", (request) => underway.add(request));
  page.on("requestfinished", (request) => underway.delete(request));
  page.on("requestfailed", (request) => underway.delete(request));
  const frames = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return async () => {
    await page.evaluate(frames);
    await expect.poll(() => underway.size).toBe(0);
    await page.evaluate(frames);
  };
};

for (const language of LANGUAGES) {
  test.describe(language, () => {
    test.use({ locale: language, viewport: { width: 360, height: 740 } });

    test(`every screen is translated and fits a small phone (${language})`, async ({
      page,
      student,
    }) => {
      const words = wordsOf(language);
      const word = (id: MessageId) => {
        if (language !== "en" && !SAME_WORD.has(`${language} ${id}`)) {
          expect(words[id], `${id} is translated`).not.toBe(english[id]);
        }
        return words[id];
      };
      const settled = settling(page);
      await page.goto("/tls/");
      const signIn = word("authorization.sign-in");
      const form = page.getByRole("form", { name: signIn });
      await expect(page.getByRole("contentinfo")).toBeVisible();
      await expect(page).toHaveTitle(`${signIn} · ${SCHOOL}`);
      await fitsIn(page, language, "sign-in");
      await form.getByRole("textbox", { name: word("authorization.name") }).fill(student.username);
      await form
        .getByRole("textbox", { name: word("authorization.password") })
        .fill(student.password);
      await form.getByRole("button", { name: signIn, exact: true }).click();
      await expect(heading(page)).toHaveText(word("profile.title"));
      await menusFit(page, language);

      for (const screen of SCREENS) {
        const where = screen.address;
        await page.evaluate((address) => history.pushState(null, "", address), where);
        if ("title" in screen) {
          await expect(heading(page), where).toHaveText(word(screen.title));
          await expect(page, where).toHaveTitle(`${word(screen.title)} · ${SCHOOL}`);
        } else {
          await expect(page.getByText(word(screen.shows)).first(), where).toBeVisible();
          await expect(page, where).toHaveTitle(new RegExp(`. · ${SCHOOL}$`));
        }
        // Content that is still loading could be too wide as well.
        await settled();
        await fitsIn(page, language, where);
      }
    });
  });
}
