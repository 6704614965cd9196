import { readFileSync } from "node:fs";
import { expect, type Page } from "playwright/test";
import { directionOf, LANGUAGES } from "../../src/domain/languages.ts";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { findings } from "../e2e/axe-findings.ts";
import { heading } from "../e2e/steps.ts";
import { test } from "./story.ts";

type Words = Record<MessageId, string>;

const wordsOf = (language: string): Words =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), "utf8"));

/** An untranslated message id: `about.title`. */
const MESSAGE_ID = new RegExp(
  `(?<![\\w.-])(?:${[...new Set(Object.keys(wordsOf("en")).map((id) => id.split(".")[0]))].join("|")})\\.[a-z][a-z-]*`,
);

const isLookedAtClosely = (language: string): boolean => language === "en" || language === "he";

const fits = async (page: Page, language: string, where: string) => {
  const html = page.locator("html");
  await expect(html, where).toHaveAttribute("lang", language);
  await expect(html, where).toHaveAttribute("dir", directionOf(language));
  const said = (await page.locator("body").ariaSnapshot()).replaceAll(/\/url: .*/g, "");
  expect(MESSAGE_ID.exec(said)?.[0], `${where}: the id of a message`).toBeUndefined();
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(beyond, `${where}: pixels to scroll sideways`).toBe(0);
};

/** Checks the page in its present state. */
type Look = (where: string) => Promise<void>;

const lookAt =
  (page: Page, language: string): Look =>
  async (where) => {
    await fits(page, language, where);
    if (isLookedAtClosely(language)) expect(await findings(page), where).toEqual([]);
  };

/** Goes through the wizard and checks each step. */
const activate = async (page: Page, words: Words, serial: string, look: Look): Promise<void> => {
  const field = (id: MessageId) => page.getByRole("textbox", { name: words[id] });
  const press = (id: MessageId) =>
    page.getByRole("button", { name: words[id], exact: true }).click();
  await expect(heading(page)).toHaveText(words["activation.title"]);
  await look("serial number");
  await field("activation.step-serial").fill(serial);
  await press("activation.next");
  await press("activation.activate");
  await expect(field("activation.full-name")).toHaveAttribute("aria-invalid", "true");
  await look("user info");
  await field("activation.full-name").fill("Noa Brand");
  await field("activation.email").fill("noa@thimble.example");
  const country = page.getByRole("combobox", { name: words["activation.country"] });
  await country.selectOption("IL");
  await field("activation.address").fill("12 Bobbin Lane");
  await field("activation.telephone").fill("04 555 0100");
  await press("activation.activate");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(words["activation.complete"]);
  await look("verification");
  await press("activation.start");
};

for (const language of LANGUAGES) {
  test.describe(language, () => {
    test.use({ locale: language, viewport: { width: 360, height: 640 } });

    test(`the desktop app's own screens fit into a small window (${language})`, async ({
      openDesktop,
      issueSerial,
      student,
      line,
      dataHome,
    }) => {
      const words = wordsOf(language);
      const { page } = await openDesktop({ build: "hybrid", school: line.url, dataHome });
      const look = lookAt(page, language);
      await activate(page, words, await issueSerial(), look);
      await page.getByRole("button", { name: words["about.title"] }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await look("about");
      await page.keyboard.press("Escape");

      const signIn = words["authorization.sign-in"];
      const form = page.getByRole("form", { name: signIn });
      const field = (id: MessageId) => form.getByRole("textbox", { name: words[id] });
      await field("authorization.name").fill(student.username);
      await field("authorization.password").fill(student.password);
      await form.getByRole("button", { name: signIn, exact: true }).click();
      await page.getByRole("button", { name: /Noa/ }).press("ArrowDown");
      await page.getByRole("menuitem", { name: words["this-machine.title"] }).click();
      await expect(heading(page)).toHaveText(words["this-machine.title"]);
      const main = page.getByRole("main");
      await expect(main.getByRole("status").first()).toHaveText(words["this-machine.phase-done"], {
        timeout: 45_000,
      });
      const course = main.getByRole("listitem").first();
      await expect(course).toBeVisible();
      await look("on this computer");
      await course.getByRole("button").click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await look("deleting a course");
    });

    test(`the import of content fits into a small window (${language})`, async ({
      openDesktop,
      issueSerial,
      line,
      dataHome,
    }) => {
      const words = wordsOf(language);
      const { page } = await openDesktop({ build: "offline", school: line.url, dataHome });
      const look = lookAt(page, language);
      await activate(page, words, await issueSerial(), async () => undefined);
      await expect(heading(page)).toHaveText(words["content-import.title"]);
      await look("import of content");
    });
  });
}
