import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, type Page } from "playwright/test";
import { COMMAND } from "../../src/domain/audit.ts";
import { exportPublicKey, licenceKey } from "../../src/server/activation/licences.ts";
import { revokeSerialNumber } from "../../src/server/activation/serial-numbers.ts";
import { signRequest } from "../../src/server/activation/sign-request.ts";
import { choose, heading, signInForm, submitSignIn } from "../e2e/steps.ts";
import { activate, fillPerson, openCourse, quit, serialField, step, wizard } from "./steps.ts";
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

const DAY = 24 * 60 * 60_000;

const dayIn = (days: number): string =>
  new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

const requestHeading = (page: Page) =>
  page.getByRole("heading", { name: "Take this request to your school" });

const licenceFile = (page: Page) => page.getByLabel("Choose licence file");

/**
 * Goes through the wizard as far as possible without a network.
 * @returns the request's text
 */
const writeRequest = async (page: Page, serial: string): Promise<string> => {
  await serialField(page).fill(serial);
  await page.getByRole("button", { name: "Without a network" }).click();
  await fillPerson(page);
  await page.getByRole("button", { name: "Create request" }).click();
  await expect(requestHeading(page)).toBeFocused();
  return requestText(page);
};

const requestText = async (page: Page): Promise<string> => {
  await page.getByText("As text").click();
  return page.getByRole("textbox", { name: "Text of the request" }).inputValue();
};

test("a machine without a network is activated by file until the last day, and renewed", async ({
  openDesktop,
  dataHome,
  issueSerial,
  line,
  tables,
}, testInfo) => {
  const serial = await issueSerial(1);
  const publicKey = exportPublicKey(await licenceKey(tables));
  await line.cut();
  const options = { build: "offline", school: line.url, dataHome, publicKey } as const;
  /** The school's answer to a request, a number of days from now. */
  const sign = async (request: string, until: string, days = 0): Promise<string> => {
    const school = { database: tables, clock: () => Date.now() + days * DAY };
    const signed = await signRequest(school, request, until, async () => COMMAND);
    return signed.ok ? signed.value.licence : "";
  };
  const first = await openDesktop(options);
  const text = await writeRequest(first.page, serial);
  await expect(first.page.getByRole("img", { name: "QR code of the request" })).toBeVisible();
  const request = testInfo.outputPath("request.txt");
  if (first.host) {
    first.host.answerDialog(request);
    await first.page.getByRole("button", { name: "Save the request" }).click();
    await expect.poll(() => existsSync(request) && readFileSync(request, "utf8")).toBe(`${text}\n`);
  } else writeFileSync(request, text);
  const licence = testInfo.outputPath("licence.txt");
  writeFileSync(licence, await sign(readFileSync(request, "utf8"), dayIn(100)));
  await quit(first);

  const { page } = await openDesktop(options);
  await expect(requestHeading(page)).toBeVisible();
  await licenceFile(page).setInputFiles(licence);
  await expect(page.getByRole("heading", { name: "Activation complete" })).toBeVisible();
  await expect(step(page)).toHaveText("Verification");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(heading(page)).toHaveText("Import content");
  const seats = () =>
    tables.read.selectFrom("activation").select("until").where("serial", "=", serial).execute();
  expect(await seats()).toEqual([{ until: dayIn(100) }]);

  const start = Date.now();
  /** Starts the app on a day, counted from now. */
  const on = async (days: number) => {
    await page.clock.setFixedTime(start + days * DAY);
    await page.reload();
    await expect(heading(page)).toBeVisible();
  };
  const notice = page.getByRole("complementary", { name: "Licence" });
  await page.clock.install();
  await on(15);
  await expect(heading(page)).toHaveText("Import content");
  await expect(notice).toHaveCount(0);
  await on(75);
  await expect(notice).toContainText("This computer’s licence expires on ");
  await on(103);
  await expect(heading(page)).toHaveText("This computer’s licence has expired");
  // Setting the clock back gains nothing.
  await on(20);
  await expect(heading(page)).toHaveText("This computer’s licence has expired");

  await page.clock.setFixedTime(start + 103 * DAY);
  const until = dayIn(300);
  writeFileSync(licence, await sign(await requestText(page), until, 103));
  await licenceFile(page).setInputFiles(licence);
  await expect(heading(page)).toHaveText("Import content");
  expect(await seats()).toEqual([{ until }]);
});
