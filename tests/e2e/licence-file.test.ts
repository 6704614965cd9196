import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { claimsOf, requestOf } from "../server/support/licence-file.ts";
import { newMachine } from "../server/support/machine.ts";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import { heading, signIn } from "./steps.ts";

const own = async (page: Page): Promise<string> => {
  const number = page.getByRole("region", { name: "Your serial number" }).locator("code");
  return (await number.textContent()) ?? "";
};

const licence = (page: Page) => page.getByRole("region", { name: "The licence" });

/** The text of the licence file that the page offers. */
const downloaded = async (page: Page): Promise<string> => {
  const arriving = page.waitForEvent("download");
  await licence(page).getByRole("button", { name: "Download the licence" }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(
    /^learning-space-licence-[\da-f]{8}-[\d-]{10}\.txt$/,
  );
  return readFile(await download.path(), "utf8");
};

test("signs the request of a student's computer under Downloads", async ({ page, student }) => {
  await signIn(page, student, "/tls/downloads");
  const serial = await own(page);
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
  await choose.setInputFiles(file("x".repeat(9000)));
  await expect(page.getByRole("alert")).toContainText("This is not a request from the app");

  const machine = newMachine();
  await choose.setInputFiles(file(await requestOf(machine, serial)));
  await expect(licence(page)).toContainText("For Noa Brand, until ");
  await expect(page.getByRole("heading", { name: "The licence" })).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);
  const text = await downloaded(page);
  expect(claimsOf(text)).toMatchObject({ serialNumber: serial, computerId: machine.computerId });

  await licence(page).getByText("As text and QR code").click();
  await expect(page.getByRole("img", { name: "QR code of the licence" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Text of the licence" })).toHaveValue(text.trim());
  expect(await findings(page)).toEqual([]);
});
