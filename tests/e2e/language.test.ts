import { expect, type Page } from "playwright/test";
import { completeLesson } from "./add-student.ts";
import { PRACTICE } from "./hand-ins.ts";
import { test } from "./school.ts";
import { isolated } from "./speak.ts";
import {
  COURSE,
  choose,
  FIRST_LINES,
  heading,
  LESSONS,
  lessonAddress,
  openInside,
  openMenu,
  signIn,
} from "./steps.ts";

const HEBREW = "עברית";

const isHebrew = async (page: Page) => {
  await expect(page.locator("html")).toHaveAttribute("lang", "he");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
};

/** Changes from Hebrew to English. */
const speakEnglish = async (page: Page) => {
  await choose(page, "שפה", "English");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
};

test("changes language on the form and inside", { tag: "@runtime" }, async ({ page, student }) => {
  await page.goto("/tls/");

  await test.step("Hebrew can be chosen on the sign-in form, and stays after a reload and after signing in", async () => {
    await choose(page, "Language", HEBREW);
    await isHebrew(page);
    await expect(page).toHaveTitle(/^כניסה · /);
    const form = page.getByRole("form", { name: "כניסה" });
    await page.reload();
    await isHebrew(page);
    await form.getByRole("textbox", { name: "שם משתמש" }).fill(student.username);
    await form.getByRole("textbox", { name: "סיסמה" }).fill(student.password);
    await form.getByRole("button", { name: "כניסה", exact: true }).click();
    await expect(heading(page)).toHaveText("פרופיל");
    await expect(page.getByRole("button", { name: isolated("שלום, [Noa]") })).toBeVisible();
    await isHebrew(page);
  });

  await test.step("switching keeps the scroll position, a search, and the focus on the menu's button", async () => {
    // A narrower one has the bar, and leaves room for it below what gets the focus.
    await page.setViewportSize({ width: 1000, height: 500 });
    await speakEnglish(page);
    await openInside(page, "/tls/faq");
    const search = page.getByRole("searchbox");
    await search.fill("cloth");
    const question = page.getByRole("main").getByRole("heading").getByRole("button").first();
    await expect(page.getByRole("status").filter({ hasText: /\d/ })).toBeVisible();
    await question.click();

    const menu = await openMenu(page, "Language");
    await page.mouse.move(300, 300);
    // What was clicked may have been scrolled into view.
    const scrolled = () => page.evaluate(() => scrollY);
    const wanted = (await scrolled()) + 150;
    await page.mouse.wheel(0, 150);
    await expect.poll(scrolled).toBe(wanted);
    await menu.getByRole("menuitem", { name: "Türkçe" }).click();
    await expect(heading(page)).toHaveText("Sık sorulan sorular");
    await expect(page.getByRole("button", { name: "Dil" })).toBeFocused();
    expect(await scrolled()).toBe(wanted);
    await expect(search).toHaveValue("cloth");
    await expect(question).toHaveAttribute("aria-expanded", "true");
  });
});

test("changes the language of lessons, menus and fields", async ({ page, running, student }) => {
  await signIn(page, student, COURSE);

  await test.step("menus and tiles change at once when the language changes, in its direction, and after a reload", async () => {
    await choose(page, "Language", HEBREW);
    await isHebrew(page);
    await expect(heading(page)).toHaveText("יסודות הגזרנות");
    await expect(page.getByRole("button", { name: "כלים ונייר" })).toBeVisible();
    const tile = page.getByRole("link", { name: "מקום העבודה שלכם" });
    await expect(tile).toHaveAccessibleDescription("השיעור הבא");
    const entries = page.getByRole("navigation", { name: "תפריט הקורס" }).getByRole("button");
    const left = async (at: number) => (await entries.nth(at).boundingBox())?.x ?? 0;
    expect(await left(0), "the first entry stands to the right").toBeGreaterThan(await left(1));

    // The lessons that the next steps open.
    for (const { id } of [...LESSONS, { id: 111 }, PRACTICE]) {
      await completeLesson(running.dataDir, student.username, id);
    }
    await page.reload();
    await isHebrew(page);
    await expect(heading(page)).toHaveText("יסודות הגזרנות");
    await speakEnglish(page);
  });

  await test.step("switching keeps lesson and page, and shows the text in Hebrew", async () => {
    await openInside(page, lessonAddress(FIRST_LINES, 2));
    const text = page.getByRole("article").locator("[lang][dir]");
    await expect(text).toContainText("A skirt hangs straight");
    await choose(page, "Language", HEBREW);
    await isHebrew(page);
    await expect(heading(page)).toHaveText("הקווים הראשונים");
    await expect(page.getByText(isolated("עמוד [2] מתוך [3]"))).toBeVisible();
    await expect(page).toHaveURL(lessonAddress(FIRST_LINES, 2));
    await expect(text).toHaveAttribute("lang", "he");
    await expect(text).toHaveAttribute("dir", "rtl");
    await expect(text).toContainText("חצאית נופלת ישר");
  });

  await test.step("a lesson without a Hebrew text shows its English text, from left to right", async () => {
    await speakEnglish(page);
    // The school answers as for a lesson that nobody has translated: with the English text.
    const untranslated = "**/lessons/body-landmarks?language=he";
    await page.route(untranslated, (route) =>
      route.continue({ url: route.request().url().replace("language=he", "language=en") }),
    );
    await openInside(page, `${COURSE}/body-landmarks`);
    await expect(page.getByRole("article")).toContainText("Every measure begins at one place");
    await choose(page, "Language", HEBREW);
    await isHebrew(page);
    await expect(heading(page)).toHaveText("נקודות וקווי גובה על הגוף");
    const text = page.getByRole("article").locator("[lang][dir]");
    await expect(text).toHaveAttribute("lang", "en");
    await expect(text).toHaveAttribute("dir", "ltr");
    await expect(text).toContainText("Every measure begins at one place");
    await expect(text).toHaveCSS("direction", "ltr");
  });
});

test.describe("with a browser in an unsupported language", () => {
  test.use({ locale: "fi-FI" });

  test("shows the form in English, and languages under the pointer", async ({ page }) => {
    await test.step("the first visit is in English", async () => {
      await page.goto("/tls/");
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await expect(page.getByRole("form", { name: "Sign in" })).toBeVisible();
      // A pointer that comes before the script is not noticed.
      await expect(page.locator("html")).toHaveAttribute("data-ready");
    });

    await test.step("with a mouse on a large screen the language menu opens on hover", async () => {
      const menu = page.getByRole("menu", { name: "Language" });
      await page.getByRole("button", { name: "Language" }).hover();
      await expect(menu).toBeVisible();
      await page.getByRole("textbox", { name: "Username" }).hover();
      await expect(menu).toHaveCount(0);
    });

    await test.step("a menu opened by a key stays open while the mouse passes over it", async () => {
      const menu = await openMenu(page, "Language");
      await menu.getByRole("menuitem", { name: HEBREW }).hover();
      await page.getByRole("textbox", { name: "Username" }).hover();
      await expect(menu).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(menu).toHaveCount(0);
    });
  });
});
