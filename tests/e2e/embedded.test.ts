import { expect, type Page } from "playwright/test";
import { eventsOf, fits, noteEvents, test } from "./framed-site.ts";
import { dana, runCommand } from "./school.ts";
import { choose, heading, PAPER, signInForm, submitSignIn, WORKPLACE } from "./steps.ts";

const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } };

const frameOf = (page: Page) => page.locator("learning-space iframe");

const heightOf = async (page: Page): Promise<number> =>
  (await frameOf(page).boundingBox())?.height ?? 0;

test("works in another site's page, with its address and Back", async ({ page, openElement }) => {
  await noteEvents(page);
  await page.setViewportSize(SIZES.desk);
  const frame = await openElement(page, "/index.html");

  await test.step("the sign-in form is shown, as high as it is", async () => {
    await expect(signInForm(frame)).toBeVisible();
    await expect.poll(() => eventsOf(page)).toEqual(['ready {"signedIn":false}']);
    await expect(frameOf(page)).toHaveAttribute("title", /^Sign in · /);
    await expect.poll(() => heightOf(page)).toBeGreaterThan(480);
    await fits(page);
  });

  await test.step("after signing in the page's address follows", async () => {
    await submitSignIn(frame, dana);
    await expect(heading(frame)).toHaveText("Profile");
    await expect(page).toHaveURL(/#\/profile$/);
    await expect.poll(() => heightOf(page)).toBe(SIZES.desk.height);
  });

  await test.step("a lesson is read and completed", async () => {
    await choose(frame, "Courses", "Pattern making basics");
    await frame.getByRole("button", { name: "Tools and paper" }).click();
    await frame.getByRole("link", { name: WORKPLACE.title }).click();
    await expect(heading(frame)).toHaveText(WORKPLACE.title);
    await frame.getByRole("button", { name: "Mark as complete" }).click();
    await expect
      .poll(() => eventsOf(page))
      .toContainEqual(
        `lesson-completed {"id":${WORKPLACE.id},"product":"PM","course":"PMB","lesson":"${WORKPLACE.key}"}`,
      );
    await expect(page).toHaveURL(new RegExp(`#/lessons/PM/PMB/${WORKPLACE.key}$`));
  });

  await test.step("a reload shows the same lesson, signed in, on a phone too", async () => {
    await page.setViewportSize(SIZES.phone);
    await fits(page);
    await page.reload();
    await expect(heading(frame)).toHaveText(WORKPLACE.title);
    await expect.poll(() => eventsOf(page)).toEqual(['ready {"signedIn":true}']);
    await expect(frame.getByRole("button", { name: "Completed" })).toBeVisible();
    await fits(page);
    expect(await heightOf(page)).toBeLessThanOrEqual(SIZES.phone.height);
  });

  await test.step("Back goes back in the app step by step, and then leaves the page", async () => {
    await page.getByRole("link", { name: "About us" }).click();
    await page.getByRole("link", { name: "Back to the courses" }).click();
    await expect(heading(frame)).toHaveText(WORKPLACE.title);
    await frame.getByRole("link", { name: "Next lesson" }).click();
    await expect(heading(frame)).toHaveText(PAPER.title);
    await frame.getByRole("link", { name: "Back to lessons" }).click();
    await expect(page).toHaveURL(/PM\/PMB$/);
    await page.goBack();
    await expect(heading(frame)).toHaveText(PAPER.title);
    await expect(page).toHaveURL(new RegExp(`${PAPER.key}$`));
    await page.goBack();
    await expect(heading(frame)).toHaveText(WORKPLACE.title);
    await page.goBack();
    await expect(heading(page)).toHaveText("About us");
  });

  await test.step("a link of the page opens a place in the app, with one entry in the history", async () => {
    await page.goBack();
    await expect(heading(frame)).toHaveText(WORKPLACE.title);
    await page.getByRole("link", { name: "Pattern making" }).click();
    await expect(frame.getByRole("button", { name: "Tools and paper" })).toBeVisible();
    await page.goBack();
    await expect(heading(frame)).toHaveText(WORKPLACE.title);
  });
});

test("takes language, theme and header from the element", { tag: "@all" }, async ({
  page,
  openElement,
}) => {
  const frame = await openElement(
    page,
    '/?element=course="PM/PMB" lang="de" theme="dark" chrome="none"',
  );
  const root = frame.locator("html");
  const shownLogo = () =>
    frame.locator("header picture").evaluate((picture) => {
      const shown = picture.querySelector("img")?.currentSrc;
      return shown === picture.querySelector("source")?.srcset ? "for dark ground" : "usual";
    });

  await test.step("as its attributes say", async () => {
    await expect(frame.getByRole("button", { name: "Anmelden", exact: true })).toBeVisible();
    await expect(frame.locator("#root > header")).toBeHidden();
    await expect(root).toHaveCSS("color-scheme", "dark");
    await expect.poll(shownLogo).toBe("for dark ground");
  });

  await test.step("changed while it is shown", async () => {
    await page.locator("learning-space").evaluate((element) => {
      element.setAttribute("lang", "he");
      element.setAttribute("theme", "light");
    });
    await expect(root).toHaveAttribute("dir", "rtl");
    await expect(root).toHaveCSS("color-scheme", "light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(shownLogo).toBe("usual");
    await page.locator("learning-space").evaluate((element) => element.setAttribute("lang", "en"));
  });

  await test.step("and opens the course after signing in", async () => {
    await submitSignIn(frame, dana);
    await expect(frame.getByRole("button", { name: "Tools and paper" })).toBeVisible();
    await expect(frame.locator("#root > :is(header, footer)").first()).toBeHidden();
  });

  await test.step("like the page around it where it has none", async () => {
    await openElement(page, "/index.html");
    await expect(root).toHaveCSS("color-scheme", "dark");
    await page.getByRole("combobox", { name: "Language" }).selectOption("fr");
    await expect(root).toHaveAttribute("lang", "fr");
  });
});

test("takes language, theme and header from its address", { tag: "@all" }, async ({
  page,
  framedSchool,
  open,
}) => {
  const frame = await open(page);
  const wishes = "?embed&lang=de&theme=dark&chrome=none";
  await page.locator("iframe").evaluate((element: HTMLIFrameElement, src) => {
    element.src = src;
  }, `${framedSchool.url}/tls/${wishes}`);
  const looksAsWished = async () => {
    await expect(frame.getByRole("button", { name: "Anmelden", exact: true })).toBeVisible();
    await expect(frame.locator("#root > header")).toBeHidden();
    await expect(frame.locator("html")).toHaveCSS("color-scheme", "dark");
  };
  await looksAsWished();
  const inside = page.frames()[1];
  await expect.poll(() => inside?.url()).toBe(`${framedSchool.url}/tls/authorization`);
  await inside?.evaluate(() => location.reload());
  await looksAsWished();
});

test("shows nothing in an unlisted site until added", async ({ browser, site, framedSchool }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const other = site.replace("localhost", "127.0.0.1");
  const said = page.waitForEvent("console", (message) =>
    message.text().startsWith("<learning-space>"),
  );
  await page.goto(`${other}/?element=&school=${framedSchool.url}`);
  expect((await said).text()).toContain(`npm run school -- site add ${other}`);
  expect((await said).type()).toBe("error");
  await expect(frameOf(page)).toHaveCount(0);
  await runCommand(framedSchool.dataDir, ["site", "add", other], "");
  const policy = async () =>
    (await page.request.get(`${framedSchool.url}/tls/`)).headers()["content-security-policy"];
  await expect.poll(policy).toContain(other);
  await page.reload();
  await expect(signInForm(page.frameLocator("learning-space iframe"))).toBeVisible();
  await context.close();
});
