import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "playwright";
import { chromiumHere, startAppHost, trustingFlags } from "./app.ts";
import { type FilledSchool, STUDENT } from "./filled-school.ts";

const WRITTEN_MS = 2000;

export const activate = async (page: Page, serialNumber: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Serial number" }).fill(serialNumber);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  const activateButton = page.getByRole("button", { name: "Activate", exact: true });
  await activateButton.waitFor();
  // A number that was registered before, on another machine, knows whose it is.
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

/** A folder of apps' data in which the app is activated and somebody signed in. */
export interface SignedInHome {
  /** Another such folder, which has nothing else. */
  copy(): string;
  remove(): void;
}

/** Takes away what a sync has brought, and leaves what lets a person in. */
const empty = (dataFolder: string): void => {
  for (const name of readdirSync(dataFolder)) {
    if (name !== "state") rmSync(path.join(dataFolder, name), { recursive: true });
  }
};

/** Activates the app and signs in, by hand as it were. */
export const signInOnce = async (
  school: string,
  { serialNumber }: FilledSchool,
): Promise<SignedInHome> => {
  const home = mkdtempSync(path.join(tmpdir(), "learning-space-home-"));
  const homes = [home];
  const remove = () => {
    for (const one of homes) rmSync(one, { recursive: true, force: true });
  };
  process.once("exit", remove);
  const host = await startAppHost(school, home);
  const browser = await chromium.launch({
    executablePath: chromiumHere(),
    args: trustingFlags(),
  });
  try {
    const page = await browser.newPage({ locale: "en-US" });
    await page.goto(`${host.address}/tls/`);
    await activate(page, serialNumber);
    await signIn(page);
    // The state is written behind what the page shows.
    await pause(WRITTEN_MS);
  } finally {
    await browser.close();
    await host.close();
  }
  empty(host.dataFolder);
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
