import { expect, type Page } from "playwright/test";
import { holdBack } from "./answers.ts";
import { test } from "./school.ts";
import {
  COURSE,
  choose,
  completeBefore,
  heading,
  LESSONS,
  lessonAddress,
  openInside,
  signIn,
  signInByForm,
  signInForm,
  submitSignIn,
  WORKPLACE,
} from "./steps.ts";

test("a screen whose code never arrives is given up after two minutes, and can be tried again", async ({
  page,
  student,
}) => {
  await page.clock.install();
  await signIn(page, student);
  const release = await holdBack(page, /\/tls\/study\.\w+\.js/);
  const asked = page.waitForRequest(/\/tls\/study\.\w+\.js/);
  await choose(page, /^Hello/, "FAQ");
  await asked;
  await page.clock.fastForward(119_000);
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.clock.fastForward(1000);
  await expect(page.getByRole("alert")).toContainText("Something went wrong on this page.");
  await expect(page.getByRole("alert")).toContainText(
    "Please check your internet connection and try again",
  );
  await release();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText("FAQ");
});

test("double clicks and Back on the way to a lesson cause nothing twice", {
  tag: "@runtime",
}, async ({ page, school, student }) => {
  await completeBefore(school, student, LESSONS.slice(0, 4));
  await signIn(page, student);
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") writes.push(new URL(request.url()).pathname);
  });
  await page.getByRole("button", { name: "Courses" }).press("ArrowDown");
  await page.getByRole("menuitem", { name: "Pattern making basics" }).dblclick();
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await page.getByRole("button", { name: "Reading a pattern" }).dblclick();
  await page.goBack();
  await expect(heading(page)).toHaveText("Profile");
  await page.goForward();
  await expect(page).toHaveURL(COURSE);

  await openInside(page, lessonAddress(WORKPLACE));
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await page.getByRole("link", { name: "Next lesson" }).dblclick();
  await expect(heading(page)).toHaveText(LESSONS[1].title);
  await page.goBack();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  // The profile tells the school the zone and the language, for mails.
  const expected = /\/(?:session|news\/place)$/;
  expect(writes.filter((address) => !expected.test(address))).toEqual([]);
});

/** Refuses each call of an address so many times. */
const refuse = async (page: Page, address: RegExp, times: number) => {
  const refusals = new Map<string, number>();
  await page.route(address, async (route) => {
    const call = `${route.request().method()} ${new URL(route.request().url()).pathname}`;
    const before = refusals.get(call) ?? 0;
    refusals.set(call, before + 1);
    if (before >= times) return route.continue();
    await route.fulfill({
      status: 503,
      headers: { "Retry-After": "1" },
      json: { status: 503, code: "server/overloaded" },
    });
  });
};

test("a student goes on at a busy school, and hears no word of failure", {
  tag: "@all",
}, async ({ page, student }) => {
  await test.step("signing in waits for a busy school, and says how long", async () => {
    await refuse(page, /\/api\/user\/login$/, 2);
    await page.goto("/tls/");
    await submitSignIn(page, student);
    const wait = page.getByRole("status").filter({ hasText: "continues by itself in 1 second." });
    await expect(wait).toBeVisible();
    await expect(page.getByRole("button", { name: /^Hello/ })).toBeVisible();
    await expect(wait).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  await test.step("a busy school is waited for: a lesson opens and is completed without a word of failure", async () => {
    await refuse(page, /\/api\/products\/PM\/lessons\//, 2);
    await refuse(page, /\/api\/user\/progress\/\d+\/complete/, 1);
    await openInside(page, lessonAddress(WORKPLACE));
    const busy = page.getByRole("status").filter({ hasText: "The school is very busy." });
    await expect(busy).toBeVisible();
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.getByRole("article").getByRole("button").last().click();
    await expect(page.getByRole("link", { name: "Next lesson" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});

const keysOf = (page: Page) => page.evaluate(() => Object.keys(localStorage));

const isPlace = (key: string) => key.startsWith("place.v2/");

const fill = (page: Page, keys: string[], value: string) =>
  page.evaluate(
    ([names, text]) => {
      for (const name of names) localStorage.setItem(name, text);
    },
    [keys, value] as const,
  );

/** Unit tests of stored values try other kinds of damage. */
const DAMAGED = '{"version":3,"state":{"user":{"name":"Eve"}},"token":{"value":1}}';

test("starts with damaged, outdated or forged stored values", async ({ page, student }) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await expect.poll(async () => (await keysOf(page)).some(isPlace)).toBe(true);
  const keys = [...(await keysOf(page)), "language.v1", "accent.v1"];

  await test.step("a forged session leads to the sign-in form", async () => {
    const session = await page.evaluate(() => localStorage.getItem("session.v1"));
    const forged = { ...JSON.parse(session ?? ""), token: "made-up" };
    await fill(page, ["session.v1"], JSON.stringify(forged));
    await page.goto(COURSE);
    await expect(page.getByRole("alert")).toContainText("Your session has ended.");
    await expect(signInForm(page)).toBeVisible();
  });

  await test.step("the page starts and sign-in works, whatever the browser's storage contains", async () => {
    await fill(page, keys, DAMAGED);
    await page.goto("/tls/");
    await expect(signInForm(page)).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-ready");
    await expect(page).toHaveTitle(/^Sign in · /);
    await submitSignIn(page, student);
    await expect(heading(page)).toHaveText("Profile");
  });
});

test("studying works without the browser's storage", async ({ page, student }) => {
  await test.step("studying works where storage is forbidden", async () => {
    const forbidden = await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    });
    await signInByForm(page, student, lessonAddress(WORKPLACE));
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    await page.getByRole("button", { name: "Mark as complete" }).click();
    await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
    await forbidden.dispose();
  });

  await test.step("studying works where storage is full", async () => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
    });
    await signInByForm(page, student, lessonAddress(WORKPLACE));
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  });
});
