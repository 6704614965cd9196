import type { Page } from "playwright";

/** A screen of the web app, and how to get to the state that is looked at. */
export interface MatrixScreen {
  name: string;
  /** Its address, after the school's. */
  address: string;
  /** Who looks at it; absent: a student. */
  by?: "nobody" | "tutor" | "admin";
  /** A selector of its content. */
  content: string;
  /** Brings the screen into the state; absent: as it opens. */
  prepare?: (page: Page) => Promise<void>;
}

const COURSE = "/tls/lessons/PM/PMB";

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
      await page.locator("form [type=submit]").click();
      await page.locator("[aria-invalid]").first().waitFor();
    },
  },
  { name: "profile", address: "/tls/profile", content: "main [role=switch]" },
  { name: "course", address: COURSE, content: "main a" },
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
  { name: "lesson-parts", address: `${COURSE}/first-lines_ml`, by: "admin", content: "article h1" },
  { name: "lesson-closed", address: `${COURSE}/measuring-tools`, content: "main h1" },
  { name: "today", address: "/tls/progress", content: "[role=progressbar]" },
  { name: "assignments", address: "/tls/assignments", content: "main h1" },
  { name: "assignments-tutor", address: "/tls/assignments", by: "tutor", content: "main h1" },
  { name: "tutor-talk", address: "/tls/tutor-talk", content: "main h1" },
  { name: "faq", address: "/tls/faq", content: "main button[aria-expanded]" },
  { name: "glossary", address: "/tls/glossary", content: "main dt" },
  { name: "how-to-study", address: "/tls/how-to-study", content: "main h2" },
  { name: "downloads", address: "/tls/downloads", content: "main h1" },
];
