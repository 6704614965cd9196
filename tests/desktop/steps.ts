import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Locator, type Page } from "playwright/test";
import { issueSerialNumber } from "../../src/server/activation/serial-numbers.ts";
import type { Database } from "../../src/server/db/open-database.ts";
import { choose, WORKPLACE } from "../e2e/steps.ts";
import type { Desktop } from "./desktop.ts";

export const wizard = (page: Page): Locator =>
  page.getByRole("heading", { level: 1, name: "Activate the app" });

export const serialField = (page: Page): Locator =>
  page.getByRole("textbox", { name: "Serial number" });

export const issueSerial = (tables: Database, seats: number): Promise<string> =>
  tables.write((db) =>
    issueSerialNumber(
      db,
      { name: "A class", seats, courses: null },
      { kind: "command" },
      Date.now(),
    ),
  );

export const step = (page: Page): Locator => page.locator("[aria-current=step]");

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
  // A number that was activated before has a name already.
  if (await page.getByRole("textbox", { name: "Full name" }).isVisible()) await fillPerson(page);
  await page.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByRole("heading", { name: "Activation complete" })).toBeVisible();
  await page.getByRole("button", { name: "Start" }).click();
  // The button disappears with its screen, and the focus must not be lost.
  await expect(page.locator("#content:focus, #content :focus")).toHaveCount(1);
};

/** Closes the window as a person does, and waits until the app has ended. */
export const quit = async ({ page, host, address, kill }: Desktop): Promise<void> => {
  if (host) {
    host.broadcast("windowClose", null);
    await expect.poll(() => host.calls.includes("app.exit")).toBe(true);
  } else {
    // Without a window nothing can be closed; the library sends this message on closing.
    await page.evaluate(() => void dispatchEvent(new CustomEvent("windowClose")));
    const answers = () => fetch(address).then(Boolean, () => false);
    await expect.poll(answers).toBe(false);
  }
  await page.close();
  await kill();
};

export const openThisComputer = async (page: Page): Promise<void> => {
  await choose(page, /^Hello/, "On this computer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("On this computer");
};

export const filesSheet = (page: Page): Locator =>
  page.getByRole("main").getByRole("region", { name: "Files for use without a network" });

export const synced = async (page: Page): Promise<void> => {
  await expect(filesSheet(page).getByRole("status")).toHaveText(/^Everything is here/);
};

/**
 * The file of a stored value; null while the app has not written it.
 * @param start the beginning of the value's key
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

/** Chooses the course that most tests study; a newcomer gets its first open lesson. */
export const openCourse = async (page: Page): Promise<void> => {
  await choose(page, "Courses", "Pattern making basics");
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await expect(page.getByRole("link", { name: WORKPLACE.title })).toBeVisible();
};
