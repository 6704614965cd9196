import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { claimsOf, requestOf } from "../server/support/licence-file.ts";
import { newMachine } from "../server/support/machine.ts";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import { heading, signIn } from "./steps.ts";

const licence = (page: Page) => page.getByRole("region", { name: "The licence" });

test("signs the request of a student's computer under Downloads", async ({ page, student }) => {
  await signIn(page, student, "/tls/downloads");
  const number = page.getByRole("region", { name: "Your serial number" }).locator("code");
  const serial = (await number.textContent()) ?? "";
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
  await choose.setInputFiles(file(await requestOf(machine, serial)));
  await expect(licence(page)).toContainText("For Noa Brand, until ");
  await expect(page.getByRole("heading", { name: "The licence" })).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);
  const arriving = page.waitForEvent("download");
  await licence(page).getByRole("button", { name: "Download the licence" }).click();
  const text = await readFile(await (await arriving).path(), "utf8");
  expect(claimsOf(text)).toMatchObject({ serialNumber: serial, computerId: machine.computerId });

  await licence(page).getByText("As text and QR code").click();
  await expect(page.getByRole("img", { name: "QR code of the licence" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Text of the licence" })).toHaveValue(text.trim());
  expect(await findings(page)).toEqual([]);
});
