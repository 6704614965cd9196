import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";
import { trustsSchool } from "../../../tests/server/support/certificates.ts";
import { openBrowser } from "../browser.ts";
import { signIn } from "../student.ts";
import { startAppHost } from "./app.ts";
import type { FilledSchool } from "./start-filled-school.ts";

/** Time in which the app writes its state to the disk after the page has changed. */
const WRITTEN_MS = 2000;

const activate = async (page: Page, serialNumber: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Serial number" }).fill(serialNumber);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("textbox", { name: "Full name" }).fill("Noa Brand");
  await page.getByRole("textbox", { name: "Email" }).fill("noa@thimble.example");
  await page.getByRole("combobox", { name: "Country" }).selectOption("GR");
  await page.getByRole("textbox", { name: "Address" }).fill("1 Thread Lane");
  await page.getByRole("textbox", { name: "Telephone" }).fill("+30 210 0000000");
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
};

/**
 * Activates the app and signs in through its interface, as an administrator, who may open every lesson.
 * @returns a folder with the app's licence and session, and without content
 */
export const signInOnce = async ({ url, serialNumber }: FilledSchool): Promise<string> => {
  const home = mkdtempSync(path.join(tmpdir(), "learning-space-home-"));
  process.once("exit", () => rmSync(home, { recursive: true, force: true }));
  const host = await startAppHost(url, home);
  const { browser } = await openBrowser([trustsSchool]);
  try {
    const page = await browser.newPage({ locale: "en-US" });
    await page.goto(`${host.address}/tls/`);
    await activate(page, serialNumber);
    await signIn(page, "admin");
    await pause(WRITTEN_MS);
  } finally {
    await browser.close();
    await host.close();
  }
  for (const name of readdirSync(host.dataFolder)) {
    if (name !== "state") rmSync(path.join(host.dataFolder, name), { recursive: true });
  }
  return home;
};
