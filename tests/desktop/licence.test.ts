import { readFileSync, writeFileSync } from "node:fs";
import { expect, type Page, type Route } from "playwright/test";
import { revokeSerialNumber } from "../../src/server/db/serial-numbers.ts";
import { failures } from "../e2e/answers.ts";
import { choose, heading, signInForm, submitSignIn } from "../e2e/steps.ts";
import { activate, openCourse, quit, serialField, stateFileOf, step, wizard } from "./steps.ts";
import { test } from "./story.ts";

const CHECK = "**/user/check_license";
const DAY = 24 * 60 * 60_000;

const lapsed = (page: Page) =>
  page.getByRole("heading", { level: 1, name: "Please connect to the internet" });

/** Opens About before signing in. */
const openAbout = async (page: Page) => {
  await page.getByRole("button", { name: "About" }).click();
  const about = page.getByRole("dialog", { name: "About" });
  await expect(about).toBeVisible();
  return about;
};

const noWord = {
  ...failures,
  "a school that says nothing": () => new Promise<void>(() => undefined),
} satisfies Record<string, (route: Route) => Promise<void>>;

test("a seat is freed and taken again, survives every error, and is revoked by the school", async ({
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

  await test.step("errors, silence and a captive portal's page do not lock the app", async () => {
    await submitSignIn(page, student);
    await openCourse(page);
    let asked = 0;
    for (const [name, answer] of Object.entries(noWord)) {
      const before = asked;
      await page.route(CHECK, (route) => {
        asked += 1;
        return answer(route);
      });
      await page.clock.fastForward(11 * 60_000);
      for (const screen of ["FAQ", "Glossary"]) {
        await choose(page, /^Hello/, screen);
        await expect(heading(page), name).toHaveText(screen);
      }
      expect(asked, `${name}: asked once in ten minutes`).toBe(before + 1);
      if (name === "a school that says nothing") await page.clock.fastForward(31_000);
      await expect(page.getByRole("banner")).toBeVisible();
      await page.unroute(CHECK);
    }
  });

  await test.step("a licence that the school revokes locks the app at its next check", async () => {
    await tables.write((db) => revokeSerialNumber(db, serial, Date.now()));
    await page.clock.fastForward(11 * 60_000);
    await choose(page, /^Hello/, "FAQ");
    await expect(wizard(page)).toBeVisible();
    await expect(page.getByText("The licence of this computer is no longer valid")).toBeVisible();
  });
});

test("the app works for 14 days without the school, and a clock set back gives no more", async ({
  openDesktop,
  machine,
  line,
}) => {
  const options = await machine("hybrid", "activated");
  await line.cut();
  const start = Date.now();
  /** Starts the app on a day, counted from now. */
  const on = async (days: number) => {
    const { page } = app;
    await page.clock.setFixedTime(start + days * DAY);
    await page.reload();
    await expect(heading(page)).toBeVisible();
  };
  const app = await openDesktop(options);
  const { page } = app;
  await page.clock.install();
  await on(-1 / 24);
  await expect(signInForm(page)).toBeVisible();
  await on(13);
  await expect(signInForm(page)).toBeVisible();
  await on(0);
  await expect(signInForm(page)).toBeVisible();
  await on(15);
  await expect(lapsed(page)).toBeVisible();
  await on(1);
  await expect(lapsed(page)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toContainText("check your internet connection");

  await line.restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(signInForm(page)).toBeVisible();
});

test("a licence that is another computer's or damaged has to be replaced", async ({
  openDesktop,
  machine,
  issueSerial,
  onRuntime,
}) => {
  const options = await machine("hybrid", "activated");
  const licence = stateFileOf(options.dataFolder, "licence.v1") ?? "";
  const intact = readFileSync(licence);

  // Only the stand-in can be another machine.
  if (!onRuntime) {
    await test.step("a data folder that was copied to another machine is not activated there", async () => {
      const app = await openDesktop({ ...options, host: { machineId: "another" } });
      await expect(wizard(app.page)).toBeVisible();
      await expect(
        app.page.getByText("The stored licence belongs to another computer"),
      ).toBeVisible();
      await expect(signInForm(app.page)).toHaveCount(0);
      await quit(app);
      expect(readFileSync(licence)).toEqual(intact);
    });
  }

  await test.step("a damaged licence is reported, and the app can be activated again", async () => {
    for (const text of ["", '{"version":1,"key":"licen']) {
      writeFileSync(licence, text);
      const { page, kill } = await openDesktop(options);
      await expect(wizard(page)).toBeVisible();
      await expect(page.getByText("The stored licence is damaged")).toBeVisible();
      await page.close();
      await kill();
    }
    const { page } = await openDesktop(options);
    await expect(serialField(page)).toBeVisible();
    await activate(page, await issueSerial());
    await expect(signInForm(page)).toBeVisible();
  });
});
