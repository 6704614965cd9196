import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Locator, type Page } from "playwright/test";
import { choose, WORKPLACE } from "../e2e/journey.ts";
import type { Desktop } from "./desktop.ts";

export const wizard = (page: Page): Locator =>
  page.getByRole("heading", { level: 1, name: "Activate the app" });

export const serialField = (page: Page): Locator =>
  page.getByRole("textbox", { name: "Serial number" });

export const step = (page: Page): Locator => page.locator("[aria-current=step]");

/** Fills in who the person is. */
export const fillPerson = async (page: Page): Promise<void> => {
  await page.getByRole("textbox", { name: "Full name" }).fill("Noa Brand");
  await page.getByRole("textbox", { name: "Email" }).fill("noa@thimble.example");
  await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "Israel" });
  await page.getByRole("textbox", { name: "Address" }).fill("12 Bobbin Lane, Haifa");
  await page.getByRole("textbox", { name: "Telephone" }).fill("+972 4 555 0100");
};

/** Goes through the wizard with a serial number that nobody has registered. */
export const activate = async (page: Page, serial: string): Promise<void> => {
  await serialField(page).fill(serial);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(step(page)).toHaveText("User info");
  // Whose number was activated before on another machine is known.
  if (await page.getByRole("textbox", { name: "Full name" }).isVisible()) await fillPerson(page);
  await page.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByRole("heading", { name: "Activation complete" })).toBeVisible();
  await page.getByRole("button", { name: "Start" }).click();
  // The button goes with its screen, and the focus must not go with them.
  await expect(page.locator("#content:focus, #content :focus")).toHaveCount(1);
};

/** Closes the window as a person does, and waits until the app has ended. */
export const quit = async ({ page, host, address, kill }: Desktop): Promise<void> => {
  if (host) {
    host.broadcast("windowClose", null);
    await expect.poll(() => host.calls.includes("app.exit")).toBe(true);
  } else {
    // Without a window the runtime has nothing that could be closed; its library tells it like this.
    await page.evaluate(() => void dispatchEvent(new CustomEvent("windowClose")));
    const answers = () => fetch(address).then(Boolean, () => false);
    await expect.poll(answers).toBe(false);
  }
  await page.close();
  await kill();
};

/** Everything that is to be had lies on this machine. */
export const openThisComputer = async (page: Page): Promise<void> => {
  await choose(page, /^Hello/, "On this computer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("On this computer");
};

export const filesSheet = (page: Page): Locator =>
  page.getByRole("main").getByRole("region", { name: "Files for use without a network" });

/** Waits until the sync has come to its end. */
export const synced = async (page: Page): Promise<void> => {
  await expect(filesSheet(page).getByRole("status")).toHaveText(/^Everything is here/, {
    timeout: 45_000,
  });
};

/**
 * The kept value's file, as the app has written it; null while it has not.
 * @param start what the value's key begins with
 */
export const stateFileOf = (dataFolder: string, start: string): string | null => {
  const folder = path.join(dataFolder, "state");
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(".json")) continue;
    const file = path.join(folder, name);
    if (JSON.parse(readFileSync(file, "utf8")).key.startsWith(start)) return file;
  }
  return null;
};

/** Chooses the course that most tests study: a newcomer lands at its first open lesson. */
export const openCourse = async (page: Page): Promise<void> => {
  await choose(page, "Courses", "Pattern making basics");
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await expect(page.getByRole("link", { name: WORKPLACE.title })).toBeVisible();
};
