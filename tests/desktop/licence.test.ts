import { expect, type Page } from "playwright/test";
import { revokeSerialNumber } from "../../src/server/activation/serial-numbers.ts";
import { choose, signInForm, submitSignIn } from "../e2e/steps.ts";
import { activate, openCourse, step, wizard } from "./steps.ts";
import { test } from "./story.ts";

/** Opens About before signing in. */
const openAbout = async (page: Page) => {
  await page.getByRole("button", { name: "About" }).click();
  return page.getByRole("dialog", { name: "About" });
};

test("a seat is freed and taken again, and is revoked by the school", async ({
  openDesktop,
  dataHome,
  issueSerial,
  line,
  tables,
  student,
  context,
}) => {
  const serial = await issueSerial(1);
  await context.clock.install();
  const { page } = await openDesktop({ build: "hybrid", school: line.url, dataHome });
  await activate(page, serial);
  await expect(signInForm(page)).toBeVisible();

  await test.step("deactivating frees the seat, and asks for a serial number again", async () => {
    const seats = () =>
      tables.read.selectFrom("activation").select("id").where("serial", "=", serial).execute();
    expect(await seats()).toHaveLength(1);
    const about = await openAbout(page);
    await expect(about.getByText("Version 1.1.2")).toBeVisible();
    await expect(about.getByRole("textbox", { name: "Hardware info" })).not.toHaveValue("");
    await expect(about.getByText(serial)).toBeVisible();
    await line.cut();
    await about.getByRole("button", { name: "Deactivate" }).click();
    await expect(page.getByRole("alert")).toContainText(
      "There was an unexpected error while deactivating the application",
    );
    await expect(signInForm(page)).toBeVisible();
    await line.restore();

    await (await openAbout(page)).getByRole("button", { name: "Deactivate" }).click();
    await expect(wizard(page)).toBeVisible();
    await expect(step(page)).toHaveText("Serial number");
    expect(await seats()).toEqual([]);
    await activate(page, serial);
    await expect(signInForm(page)).toBeVisible();
  });

  await test.step("a licence that the school revokes locks the app at its next check", async () => {
    await submitSignIn(page, student);
    await openCourse(page);
    await tables.write((db) => revokeSerialNumber(db, serial, { kind: "command" }, Date.now()));
    await page.clock.fastForward(11 * 60_000);
    await choose(page, /^Hello/, "FAQ");
    await expect(wizard(page)).toBeVisible();
    await expect(page.getByText("The licence of this computer is no longer valid")).toBeVisible();
  });
});
