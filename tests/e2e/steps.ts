import { randomBytes } from "node:crypto";
import { expect, type FrameLocator, type Locator, type Page } from "playwright/test";
import type { Language } from "../../src/domain/languages.ts";
import { callAs } from "./call-as.ts";
import type { Account } from "./school.ts";
import { words } from "./speak.ts";

/** The script that the page loads itself, and that starts the app. */
export const CORE_SCRIPT = /\/tls\/main\.\w+\.js$/;

/** The course that most tests study. */
export const COURSE = "/tls/lessons/PM/PMB";

/** Its first lessons, in the order of study. */
export const LESSONS = [
  { id: 100, key: "workplace", title: "Your place to work" },
  { id: 101, key: "pattern-paper", title: "Paper and how to join it" },
  { id: 102, key: "measuring-tools", title: "Tools that measure" },
  { id: 103, key: "marking-cutting-tools", title: "Tools that mark and cut" },
  { id: 104, key: "first-lines_ml", title: "Your first lines" },
] as const;

export const [WORKPLACE, PAPER, MEASURING_TOOLS, MARKING_TOOLS, FIRST_LINES] = LESSONS;

/** The address of a lesson of that course. */
export const lessonAddress = (lesson: { key: string }, page = 1): string =>
  `${COURSE}/${lesson.key}${page > 1 ? `?page=${page}` : ""}`;

/** A page, or the app in a frame of one. */
type Place = Page | FrameLocator;

export const signInForm = (page: Place, language: Language = "en"): Locator =>
  page.getByRole("form", { name: words[language]["authorization.sign-in"] });

export const heading = (page: Place): Locator => page.getByRole("heading", { level: 1 });

/** Fills in and submits the sign-in form on the page. */
export const submitSignIn = async (
  page: Place,
  { username, password }: Account,
  language: Language = "en",
): Promise<void> => {
  const form = signInForm(page, language);
  const texts = words[language];
  await form.getByRole("textbox", { name: texts["authorization.name"] }).fill(username);
  await form.getByRole("textbox", { name: texts["authorization.password"] }).fill(password);
  await form.getByRole("button", { name: texts["authorization.sign-in"], exact: true }).click();
};

/** Opens an address, signs in with the form there, and waits for the next screen. */
export const signInByForm = async (
  page: Page,
  account: Account,
  address = "/tls/",
): Promise<void> => {
  await page.goto(address);
  await submitSignIn(page, account);
  await inside(page);
};

/** Waits for a screen of a signed-in person. */
const inside = async (page: Page): Promise<void> => {
  await expect(signInForm(page)).toHaveCount(0);
  await expect(heading(page)).toBeVisible();
};

/**
 * Opens an address with a signed-in session, and waits for the screen. A blank page gets a session
 * from the school without the form; an open page uses the form.
 */
export const signIn = async (page: Page, account: Account, address = "/tls/"): Promise<void> => {
  // The few tests in Firefox always use the form.
  const isFirefox = page.context().browser()?.browserType().name() === "firefox";
  if (isFirefox || page.url() !== "about:blank") return signInByForm(page, account, address);
  const sessionId = randomBytes(32).toString("hex");
  const { username, password } = account;
  const login = address.startsWith("/")
    ? "/api/user/login"
    : new URL("/api/user/login", address).href;
  const answer = await page.request.post(login, { data: { username, password, sessionId } });
  expect(answer.status(), `${username} signs in`).toBe(200);
  const { token, user } = await answer.json();
  const session = JSON.stringify({ token, user, sessionId });
  // Only for this visit: later ones read what the app has stored.
  const script = await page.addInitScript(
    (kept) => localStorage.setItem("session.v1", kept),
    session,
  );
  await page.goto(address);
  await script.dispose();
  await inside(page);
};

/** Opens an address inside the app, as a link does: the page is not loaded again. */
export const openInside = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, "", to), address);

/**
 * Opens a menu of the header with the keyboard, so that no pointer rests on it. A screen or page that has
 * just been opened takes the focus, which closes the menu again; then it is opened once more.
 */
export const openMenu = async (page: Place, name: string | RegExp): Promise<Locator> => {
  const menu = page.getByRole("menu", { name });
  await expect(async () => {
    await page.getByRole("button", { name }).press("ArrowDown");
    await expect(menu).toBeVisible({ timeout: 5000 });
  }).toPass();
  return menu;
};

export const choose = async (
  page: Place,
  menu: string | RegExp,
  item: string | RegExp,
): Promise<void> =>
  expect(async () => {
    const opened = await openMenu(page, menu);
    await opened.getByRole("menuitem", { name: item }).click({ timeout: 5000 });
  }).toPass();

/** Opens a folded section of the profile. */
export const unfold = async (page: Page, name: string): Promise<void> =>
  page.locator("summary").getByRole("heading", { name, exact: true }).click();

/**
 * Completes lessons without a browser, before the account is signed in to in one.
 * @throws when the school refuses one
 */
export const completeBefore = async (
  school: string,
  account: Account,
  lessons: readonly { id: number }[],
): Promise<void> => {
  const send = await callAs(school, account);
  for (const { id } of lessons) {
    await send(`/user/progress/${id}/complete`, { package_id: 1 }, { method: "PUT" });
  }
};
