import type { Page } from "playwright";

/** A screen of the web app, and how to get to the state that is looked at. */
export interface MatrixScreen {
  name: string;
  /** Its address, after the school's. */
  address: string;
  /** Who looks at it; absent: a student. */
  by?: "nobody" | "tutor" | "admin";
  /** Whether a course has been selected before. */
  inCourse?: boolean;
  content: string;
  /** Brings the screen into the state; absent: as it opens. */
  prepare?: (page: Page) => Promise<void>;
}

/** The course that the screens show. */
export const COURSE = "/tls/lessons/PM/PMB";

/** Presses an element, and waits until another one is there. */
const press =
  (what: string, then: string) =>
  async (page: Page): Promise<void> => {
    await page.locator(what).first().click();
    await page.locator(then).first().waitFor();
  };

const openAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });

/** All screens, in the order in which a student meets them. */
export const SCREENS: readonly MatrixScreen[] = [
  { name: "sign-in", address: "/tls/", by: "nobody", content: "form" },
  {
    name: "sign-in-problems",
    address: "/tls/",
    by: "nobody",
    content: "form",
    prepare: async (page) => {
      await page.locator("html[data-ready]").waitFor();
      await press("form [type=submit]", "[aria-invalid]")(page);
    },
  },
  { name: "profile", address: "/tls/profile", content: "main [role=switch]" },
  {
    name: "account",
    address: "/tls/profile?account",
    content: "main [role=switch]",
    prepare: openAll,
  },
  {
    name: "measurements",
    address: "/tls/measurements",
    content: "main [data-default]",
  },
  {
    name: "measuring",
    address: "/tls/measurements",
    content: "main [data-default]",
    prepare: press("main [data-default] button", "main form fieldset"),
  },
  { name: "compare", address: "/tls/measurements?compare", content: "main select" },
  { name: "course", address: COURSE, content: "main a" },
  {
    name: "search",
    address: COURSE,
    content: "main a",
    prepare: async (page) => {
      await page.locator("main h1 + button").click();
      await page.locator("dialog input").fill("a");
    },
  },
  {
    name: "menu",
    address: COURSE,
    content: "main a",
    prepare: async (page) => {
      await page.locator("header button[aria-haspopup]").first().press("ArrowDown");
      await page.locator("[role=menu]").waitFor();
    },
  },
  { name: "lesson", address: `${COURSE}/workplace`, content: "article figure img" },
  {
    name: "picture",
    address: `${COURSE}/workplace`,
    content: "article figure img",
    prepare: press("article figure button", "dialog img"),
  },
  {
    name: "term",
    address: `${COURSE}/pattern-paper`,
    by: "admin",
    content: "article dfn[role]",
    prepare: press("article dfn[role]", "dialog h2"),
  },
  { name: "lesson-parts", address: `${COURSE}/first-lines_ml`, by: "admin", content: "article h1" },
  {
    name: "lesson-video",
    address: `${COURSE}/dart-pivot`,
    by: "admin",
    content: "article video",
    prepare: openAll,
  },
  {
    name: "lesson-note",
    address: `${COURSE}/workplace`,
    content: "article figure img",
    prepare: press("article button[aria-expanded]", "article textarea"),
  },
  {
    name: "lesson-assignment",
    address: `${COURSE}/practice-sheet?page=last`,
    by: "admin",
    content: "[data-on-paper] form",
  },
  { name: "lesson-closed", address: `${COURSE}/bodice-front`, content: "main h1" },
  {
    name: "today",
    address: "/tls/progress",
    inCourse: true,
    content: "[role=progressbar]",
  },
  {
    name: "progress-table",
    address: "/tls/progress",
    inCourse: true,
    content: "main [role=switch]",
    prepare: press("main [role=switch]", "main table"),
  },
  { name: "assignments", address: "/tls/assignments", content: "main h1" },
  { name: "assignments-tutor", address: "/tls/assignments", by: "tutor", content: "main h1" },
  {
    name: "desk-students",
    address: "/tls/desk/students",
    by: "tutor",
    content: "main tbody a",
    prepare: (page) => page.locator("main tbody input").first().check(),
  },
  {
    name: "desk-message",
    address: "/tls/desk/students",
    by: "tutor",
    content: "main tbody a",
    prepare: async (page) => {
      await page.locator("main tbody input").first().check();
      await page.locator("main button.quiet").first().click();
      await page.locator("dialog form").waitFor();
    },
  },
  {
    name: "desk-student",
    address: "/tls/desk/students",
    by: "tutor",
    content: "main tbody a",
    prepare: async (page) => {
      await press("main tbody a", "main [role=progressbar]")(page);
      await openAll(page);
    },
  },
  {
    name: "desk",
    address: "/tls/desk",
    by: "tutor",
    content: "main ol a",
  },
  {
    name: "desk-hand-in",
    address: "/tls/desk?kind=hand-in",
    by: "tutor",
    content: "main ol a",
    prepare: press("main ol a", "main textarea"),
  },
  {
    name: "desk-conversation",
    address: "/tls/desk?kind=message",
    by: "tutor",
    content: "main ol a",
    prepare: press("main ol a", "main textarea"),
  },
  {
    name: "desk-keys",
    address: "/tls/desk",
    by: "tutor",
    content: "main ol a",
    prepare: async (page) => {
      await page.keyboard.press("?");
      await page.locator("dialog").waitFor();
    },
  },
  { name: "tutor-talk", address: "/tls/tutor-talk", content: "main h1" },
  {
    name: "conversation",
    address: "/tls/tutor-talk",
    content: "main a[href*=thread]",
    prepare: press("main a[href*=thread]", "main form"),
  },
  { name: "message", address: "/tls/tutor-talk?new", content: "main form" },
  {
    name: "faq",
    address: "/tls/faq",
    content: "main button[aria-expanded]",
    prepare: press("main button[aria-expanded]", "main button[aria-expanded=true]"),
  },
  { name: "glossary", address: "/tls/glossary", content: "main dt" },
  { name: "how-to-study", address: "/tls/how-to-study", content: "main h2" },
  { name: "on-this-device", address: "/tls/on-this-device", content: "main h1 + *" },
  { name: "downloads", address: "/tls/downloads", content: "main h1" },
  {
    name: "alert-history",
    address: "/tls/profile",
    content: "main a",
    prepare: async (page) => {
      await page.locator("header button[aria-haspopup]").nth(2).press("ArrowDown");
      // After it come what is on this device, and signing out.
      await page.locator("[role=menuitem]").nth(-3).click();
      await page.locator("dialog").waitFor();
    },
  },
];
