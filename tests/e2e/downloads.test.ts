import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { claimsOf, requestOf } from "../server/support/licence-file.ts";
import { newMachine } from "../server/support/machine.ts";
import { failures } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import { heading, openInside, openMenu, signIn } from "./steps.ts";

const SERIAL = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const links = (page: Page) =>
  page.getByRole("region", { name: "The desktop app" }).getByRole("link");
const serial = (page: Page) => page.getByRole("region", { name: "Your serial number" });

const putInstallers = async (dataDir: string) => {
  const folder = path.join(dataDir, "downloads");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "learning-space-1.1.2-linux.AppImage"), "x".repeat(2_345_678));
  await writeFile(path.join(folder, "learning-space-1.1.2-windows.exe"), "y".repeat(12_000_000));
};

const BRAND = "**/api/organizations/1";

/** The school does not let its students download the app. */
const forbid = (page: Page) =>
  page.route(BRAND, async (route) => {
    const answer = await (await route.fetch()).json();
    answer.organization.download_available = false;
    await route.fulfill({ json: answer });
  });

/** Leaves the screen and opens it again, which asks the school again. */
const openAgain = async (page: Page): Promise<void> => {
  await openInside(page, "/tls/faq");
  await expect(heading(page)).toHaveText("FAQ");
  await openInside(page, "/tls/downloads");
  await expect(heading(page)).toHaveText("Downloads");
};

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("offers the app's downloads to those who may", async ({ page, running, student }) => {
  await putInstallers(running.dataDir);

  await test.step("somebody who may not download the app sees no entry, and the address leads to Main", async () => {
    await forbid(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await signIn(page, student, "/tls/downloads");
    await expect(heading(page)).toHaveText("Profile");
    await expect(page).toHaveURL(/\/tls\/profile$/);
    const menu = await openMenu(page, "Hello, Noa");
    await expect(menu.getByRole("menuitem", { name: "Downloads" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    expect(asked).not.toContain("/api/user/get-serial-number");
    await page.unroute(BRAND);
    await openAgain(page);
    await expect(links(page)).toHaveCount(2);
    // What is still asked for is not asked for again.
    await expect(serial(page).locator("code")).toHaveText(SERIAL);
  });

  await test.step("downloads that are unavailable show so, and can be tried again", async () => {
    const unavailable = page.getByText("Downloads are temporarily unavailable.");
    await page.route("**/api/user/get-serial-number", failures["a server's error"]);
    await page.route("**/api/downloads", failures["a connection that breaks"]);
    await openAgain(page);
    await expect(unavailable).toBeVisible();
    await expect(serial(page)).toContainText("There is no serial number for you at present.");
    await page.unroute("**/api/downloads");
    await page.unroute("**/api/user/get-serial-number");
    // The app tries again by itself, too, which takes the button away.
    const tryAgain = page.getByRole("button", { name: "Try again" });
    await expect(async () => {
      if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1000 });
      await expect(links(page)).toHaveCount(2, { timeout: 1000 });
    }).toPass();
    await expect(serial(page).locator("code")).toHaveText(SERIAL);
  });

  await test.step("a student finds the app for each system with its size, downloads it, and copies the serial number", async () => {
    const menu = await openMenu(page, "Hello, Noa");
    const entry = menu.getByRole("menuitem", { name: "Downloads", exact: true });
    await expect(entry.getByText("!")).toBeVisible();
    await entry.click();
    await expect(heading(page)).toHaveText("Downloads");
    await expect(links(page)).toHaveText([/^Windows\s*12 MB$/, /^Linux\s*2.3 MB$/]);

    const arriving = page.waitForEvent("download");
    await links(page).last().click();
    const download = await arriving;
    expect(download.suggestedFilename()).toBe("learning-space-1.1.2-linux.AppImage");
    expect((await readFile(await download.path())).length).toBe(2_345_678);

    const number = (await serial(page).locator("code").textContent()) ?? "";
    expect(number).toMatch(SERIAL);
    await serial(page).getByRole("button", { name: "Copy" }).click();
    await expect(serial(page).getByRole("status")).toHaveText("Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  });
});

const licence = (page: Page) => page.getByRole("region", { name: "The licence" });

test("signs the request of a student's computer under Downloads", async ({ page, student }) => {
  await signIn(page, student, "/tls/downloads");
  const number = (await serial(page).locator("code").textContent()) ?? "";
  await page.getByRole("link", { name: "Sign a request" }).click();
  await expect(heading(page)).toHaveText("Activate a computer without a network");
  // Another person's number is refused first, and the next file is accepted.
  const choose = page.getByLabel("Choose file");
  const file = (text: string) => ({
    name: "request.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(text),
  });
  await choose.setInputFiles(file(await requestOf(newMachine(), randomUUID())));
  await expect(page.getByRole("alert")).toContainText("a serial number that is not yours");

  const machine = newMachine();
  await choose.setInputFiles(file(await requestOf(machine, number)));
  await expect(licence(page)).toContainText("For Noa Brand, until ");
  await expect(page.getByRole("heading", { name: "The licence" })).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);
  const arriving = page.waitForEvent("download");
  await licence(page).getByRole("button", { name: "Download the licence" }).click();
  const text = await readFile(await (await arriving).path(), "utf8");
  expect(claimsOf(text)).toMatchObject({ serialNumber: number, computerId: machine.computerId });

  await licence(page).getByText("As text and QR code").click();
  await expect(page.getByRole("img", { name: "QR code of the licence" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Text of the licence" })).toHaveValue(text.trim());
  expect(await findings(page)).toEqual([]);
});
