import { expect, type Page, type Request } from "playwright/test";
import { directionOf, LANGUAGES, type Language } from "../../src/domain/languages.ts";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { test } from "./school.ts";
import { speak, words } from "./speak.ts";
import { COURSE, heading, lessonAddress, openInside, WORKPLACE } from "./steps.ts";

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

const areas = new Set(Object.keys(words.en).map((id) => id.split(".")[0]));
/** An untranslated message id: `lesson.back`. */
const MESSAGE_ID = new RegExp(`(?<![\\w.-])(?:${[...areas].join("|")})\\.[a-z][a-z-]*`);

const word = (language: Language, id: MessageId): string => {
  if (language !== "en" && !SAME_WORD.has(`${language} ${id}`)) {
    expect(words[language][id], `${id} is translated into ${language}`).not.toBe(words.en[id]);
  }
  return words[language][id];
};

/** All texts of the page and names for screen readers, and by how much it is too wide. */
const seenOn = () => {
  const said: string[] = [];
  for (const element of document.body.querySelectorAll("*")) {
    if (element.matches("script, style")) continue;
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) said.push(node.nodeValue ?? "");
    }
    for (const { name, value } of element.attributes) {
      if (
        /^(aria-(label|description|valuetext|roledescription)|alt|title|placeholder|value)$/.test(
          name,
        )
      )
        said.push(value);
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  return { said: said.join("\n"), beyond: scrollWidth - clientWidth };
};

const fitsIn = async (page: Page, language: Language, where: string) => {
  const html = page.locator("html");
  await expect(html, where).toHaveAttribute("lang", language);
  await expect(html, where).toHaveAttribute("dir", directionOf(language));
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
    const where = `${language}, the menu "${await menu.getAttribute("aria-label")}"`;
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

/** The form is translated and fits. */
const formFits = async (page: Page, language: Language) => {
  const signIn = word(language, "authorization.sign-in");
  await expect(page).toHaveTitle(`${signIn} · ${SCHOOL}`);
  const form = page.getByRole("form", { name: signIn });
  for (const id of ["authorization.name", "authorization.password"] as const) {
    await expect(form.getByRole("textbox", { name: word(language, id) })).toBeVisible();
  }
  await expect(form.getByRole("button", { name: signIn, exact: true })).toBeVisible();
  await fitsIn(page, language, `${language}, sign-in`);
};

const screensFit = async (page: Page, language: Language, settled: () => Promise<void>) => {
  for (const screen of SCREENS) {
    const where = `${language}, ${screen.address}`;
    await openInside(page, screen.address);
    if ("title" in screen) {
      const title = word(language, screen.title);
      await expect(heading(page), where).toHaveText(title);
      await expect(page, where).toHaveTitle(`${title} · ${SCHOOL}`);
    } else {
      await expect(page.getByText(word(language, screen.shows)).first(), where).toBeVisible();
      await expect(page, where).toHaveTitle(new RegExp(`. · ${SCHOOL}$`));
    }
    // Content that is still loading could be too wide as well.
    await settled();
    await fitsIn(page, language, where);
  }
};

test.use({ viewport: { width: 360, height: 740 } });

// Two tests, which two workers can share.
for (const languages of [LANGUAGES.slice(0, 4), LANGUAGES.slice(4)]) {
  test(`every screen is translated and fits a small phone: ${languages.join(", ")}`, {
    tag: "@all",
  }, async ({ page, student }) => {
    const settled = settling(page);
    await page.goto("/tls/");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    for (const language of languages) {
      await speak(page, language);
      await formFits(page, language);
    }
    await page.locator("input").first().fill(student.username);
    await page.locator("input[type=password]").fill(student.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/profile$/);
    for (const language of languages) {
      await test.step(`every screen is translated and fits a small phone (${language})`, async () => {
        await speak(page, language);
        await screensFit(page, language, settled);
        await menusFit(page, language);
      });
    }
  });
}
