import { mkdtempDisposableSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";
import { trustsSchool } from "../../../tests/server/support/certificates.ts";
import { launchChromium } from "../../browser/launch-chromium.ts";
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

/** Signs in through the app's interface, as an administrator, who may open every lesson. */
const signInAt = async ({ url, serialNumber }: FilledSchool, home: string): Promise<string> => {
  await using host = await startAppHost(url, home);
  await using browser = await launchChromium([trustsSchool]);
  const page = await browser.newPage({ locale: "en-US" });
  await page.goto(`${host.address}/tls/`);
  await activate(page, serialNumber);
  await signIn(page, "admin");
  await pause(WRITTEN_MS);
  return host.dataFolder;
};

/**
 * Activates the app and signs in.
 * @returns a folder with the app's licence and session, and without content, which `using` deletes
 */
export const signInOnce = async (school: FilledSchool) => {
  const home = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-home-"));
  const dataFolder = await signInAt(school, home.path);
  for (const name of readdirSync(dataFolder)) {
    if (name !== "state") rmSync(path.join(dataFolder, name), { recursive: true });
  }
  return home;
};
