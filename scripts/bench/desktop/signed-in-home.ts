import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "playwright";
import type { DesktopBuildName } from "../../build/school-settings.ts";
import { requireChromium, startAppHost, trustCertificateFlags } from "./app.ts";
import { type FilledSchool, STUDENT } from "./filled-school.ts";

/** Time in which the app writes its state to the disk after the page has changed. */
const WRITTEN_MS = 2000;

const activate = async (page: Page, serialNumber: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Serial number" }).fill(serialNumber);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  const activateButton = page.getByRole("button", { name: "Activate", exact: true });
  await activateButton.waitFor();
  // For a serial number that was registered on another machine the name is known.
  const name = page.getByRole("textbox", { name: "Full name" });
  if (await name.isVisible()) {
    await name.fill("Noa Brand");
    await page.getByRole("textbox", { name: "Email" }).fill("noa@thimble.example");
    await page.getByRole("combobox", { name: "Country" }).selectOption("GR");
    await page.getByRole("textbox", { name: "Address" }).fill("1 Thread Lane");
    await page.getByRole("textbox", { name: "Telephone" }).fill("+30 210 0000000");
  }
  await activateButton.click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
};

const signIn = async (page: Page): Promise<void> => {
  await page.getByRole("textbox", { name: "Username" }).fill(STUDENT.username);
  await page.getByRole("textbox", { name: "Password" }).fill(STUDENT.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: /^Hello/ }).waitFor();
};

/**
 * Starts the app in a data folder and activates it through the interface.
 * @param finish further steps in its page
 * @returns the app's own folder in the data folder
 */
export const activateApp = async (
  school: string,
  { serialNumber }: FilledSchool,
  home: string,
  build: DesktopBuildName,
  finish: (page: Page) => Promise<void>,
): Promise<string> => {
  const host = await startAppHost(school, home, build);
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: trustCertificateFlags(),
  });
  try {
    const page = await browser.newPage({ locale: "en-US" });
    await page.goto(`${host.address}/tls/`);
    await activate(page, serialNumber);
    await finish(page);
    await pause(WRITTEN_MS);
    return host.dataFolder;
  } finally {
    await browser.close();
    await host.close();
  }
};

/** A folder of app data in which the app is activated and a person is signed in. */
export interface SignedInHome {
  /** Creates another folder with the same state and no content. */
  copy(): string;
  remove(): void;
}

/** Deletes the content of a sync, and keeps licence and session. */
const empty = (dataFolder: string): void => {
  for (const name of readdirSync(dataFolder)) {
    if (name !== "state") rmSync(path.join(dataFolder, name), { recursive: true });
  }
};

/** Activates the app and signs in through the interface. */
export const signInOnce = async (school: string, data: FilledSchool): Promise<SignedInHome> => {
  const home = mkdtempSync(path.join(tmpdir(), "learning-space-home-"));
  const homes = [home];
  const remove = () => {
    for (const one of homes) rmSync(one, { recursive: true, force: true });
  };
  process.once("exit", remove);
  empty(await activateApp(school, data, home, "hybrid", signIn));
  return {
    copy() {
      const copied = mkdtempSync(path.join(tmpdir(), "learning-space-home-"));
      homes.push(copied);
      cpSync(home, copied, { recursive: true });
      return copied;
    },
    remove,
  };
};
