import { randomUUID } from "node:crypto";
import { logIn } from "../school/start-school.ts";
import { openPage, openPhone, slowLine, whenSaid } from "./browser.ts";

/** A school with a build of the web app, and the first lesson of a course. */
export interface Lesson {
  school: string;
  course: string;
  address: string;
  text: string;
  nextText: string;
}

/** What a page says once its lesson is there: see `whenSaid`. */
export const USABLE = "usable";

/** Runs in the page: notes when the lesson's text and its button are there, and says so. */
export const noteUsable = (text: string): void => {
  const look = () => {
    const main = document.querySelector("main");
    if (!main?.textContent?.includes(text) || !main.querySelector("button")) return;
    observer.disconnect();
    Object.assign(window, { usableAt: performance.now() });
    console.debug("usable");
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
};

export const readUsable = () => (window as unknown as { usableAt: number }).usableAt;

/**
 * Runs in the page: notes when the sign-in is sent, when the course is on screen and when the lesson is. It
 * presses the button that goes on as soon as that is there.
 */
const watch = ({ course, text, address }: Lesson): void => {
  const times = { sent: Number.NaN, page: Number.NaN, lesson: Number.NaN };
  Object.assign(window, { times });
  const start = () => {
    times.sent = performance.now();
  };
  addEventListener("submit", start, { capture: true, once: true });
  const look = () => {
    const main = document.querySelector("main");
    if (Number.isNaN(times.sent) || !main) return;
    if (Number.isNaN(times.page)) {
      if (!main.textContent.includes(course)) return;
      main.getBoundingClientRect();
      times.page = performance.now();
    }
    if (main.textContent.includes(text)) {
      observer.disconnect();
      main.getBoundingClientRect();
      times.lesson = performance.now();
      console.debug("usable");
    } else [...main.querySelectorAll("a")].find(({ href }) => href.startsWith(address))?.click();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
};

const readTimes = () =>
  (window as unknown as { times: Record<"sent" | "page" | "lesson", number> }).times;

export interface SignInOptions {
  /** Whether code and texts have come while the person typed; false: a password manager fills in the form. */
  typed: boolean;
}

/**
 * Signs in with an empty cache, and opens the first lesson from the first page.
 * @returns milliseconds from the sign-in to the first page, and from there to the lesson
 */
export const signInToLesson = async (lesson: Lesson, { typed }: SignInOptions) => {
  await using phone = await openPhone();
  const { page } = await openPage(phone.context, slowLine);
  await page.goto(`${lesson.school}/tls/`);
  await page.locator("html[data-ready]").waitFor();
  if (typed) {
    await page.getByRole("textbox", { name: "Username" }).focus();
    await page.waitForLoadState("networkidle");
  }
  await page.evaluate(watch, lesson);
  await page.getByRole("textbox", { name: "Username" }).fill("student");
  await page.getByRole("textbox", { name: "Password" }).fill("demo-student");
  const isThere = whenSaid(page, USABLE);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await isThere;
  const times = await page.evaluate(readTimes);
  return { page: times.page - times.sent, lesson: times.lesson - times.page };
};

/** Runs in the page: notes the largest paint, and the tasks that block. */
const notePaints = (): void => {
  const seen = { largest: 0, blocked: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocked += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
};

const readPaints = () => (window as unknown as { seen: { largest: number; blocked: number } }).seen;

/**
 * Opens the lesson with an empty cache, as a student who is signed in.
 * @returns milliseconds until the largest paint, and those by which tasks block longer than 50 ms
 */
export const openLesson = async ({ school, address, text }: Lesson) => {
  await using phone = await openPhone();
  const { page } = await openPage(phone.context, slowLine);
  const sessionId = randomUUID();
  const session = JSON.stringify({ ...(await logIn(school, "student", sessionId)), sessionId });
  await page.addInitScript((kept) => localStorage.setItem("session.v1", kept), session);
  await page.addInitScript(notePaints);
  await page.addInitScript(noteUsable, text);
  const usable = whenSaid(page, USABLE);
  await page.goto(address);
  await usable;
  await page.waitForLoadState("networkidle");
  // Before the browser is closed.
  return await page.evaluate(readPaints);
};
