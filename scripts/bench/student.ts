import type { Page } from "playwright";

/** Signs in with a demo account; its password is `demo-NAME`. */
export const signIn = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Username" }).fill(name);
  await page.getByRole("textbox", { name: "Password" }).fill(`demo-${name}`);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: /^Hello/ }).waitFor();
};

/** Opens the web app, and signs in once the form works. */
export const openSignedIn = async (page: Page, school: string, name: string): Promise<void> => {
  await page.goto(`${school}/tls/`);
  await page.locator("html[data-ready]").waitFor();
  await signIn(page, name);
};

/** The lesson tiles of a section. */
export const tiles = (page: Page) =>
  page.getByRole("list", { name: "Lessons", exact: true }).getByRole("link");

/** Selects a course in the Courses menu and waits for its lessons. */
export const chooseCourse = async (page: Page, title: string): Promise<void> => {
  await page.getByRole("button", { name: "Courses" }).click();
  await page.getByRole("menuitem", { name: title }).click();
  await tiles(page).first().waitFor();
};

/** Waits until a text is visible. */
export const waitForText = (page: Page, text: string): Promise<void> =>
  page.getByText(text).first().waitFor();
