import { expect, type Page } from "playwright/test";
import { openProfile } from "./measurements.ts";
import { test } from "./school.ts";
import { heading, openInside, signIn, unfold, WORKPLACE } from "./steps.ts";

/** Asks for the icon of the tab as a browser does that shows it. */
const askForIcon = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { href } = document.querySelector("link[rel=icon]") as HTMLLinkElement;
    await (await fetch(href)).text();
  });

/** Whether each answer with the icon came over the network, and not from the cache. */
const iconAnswers = (page: Page): Promise<boolean[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes("favicon"))
      .map(({ transferSize }) => transferSize > 0),
  );

test("shows courses first, and account and policies folded below", async ({ page, student }) => {
  await signIn(page, student);
  const courses = page.getByRole("region", { name: "Your courses" });
  const begin = courses.getByRole("link", { name: `Begin: ${WORKPLACE.title}` });
  await expect(begin).toBeInViewport();
  await expect(page.getByRole("region", { name: "Measurements" })).toBeVisible();
  await expect(page.getByRole("region", { name: "News" })).toBeVisible();
  const headings = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect(headings).toEqual([
    "Your courses",
    "Your account",
    "Change password",
    "News",
    "Policies",
    "Measurements",
  ]);
  await expect(page.getByText("Student since")).toBeHidden();
  await expect(page.getByRole("switch", { name: "Personal data" })).toBeHidden();
  await unfold(page, "Your account");
  await expect(page.getByText("Student since")).toBeVisible();

  // A browser asks for it at each change of the address.
  await test.step("the icon in the tab is fetched once in a visit", async () => {
    await askForIcon(page);
    await begin.click();
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    await askForIcon(page);
    // The browser notes an answer a moment after it is there.
    await expect.poll(async () => (await iconAnswers(page)).length).toBeGreaterThanOrEqual(2);
    expect((await iconAnswers(page)).slice(1)).not.toContain(true);
  });
});

test("says in an empty list what will be there and what to do first", async ({ page, student }) => {
  const open = async (address: string, says: RegExp) => {
    await openInside(page, address);
    await expect(page.getByText(says)).toBeVisible();
  };
  const emptied = (call: string, json: object) =>
    page.route(`**/api${call}`, (route) =>
      route.request().method() === "GET" ? route.fulfill({ json }) : route.fallback(),
    );
  await emptied("/menu/faqs", { faqs: [] });
  await emptied("/menu/glossary", { glossary: [] });
  await emptied("/menu/instructions", { courseInstructions: [] });
  await signIn(page, student, "/tls/progress");
  await expect(page.getByText(/^Here you will find the lessons for today/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to your courses" })).toBeVisible();
  await open("/tls/assignments", /^First go on with your course/);
  await page.getByRole("main").getByRole("link", { name: "Go to your courses" }).click();
  await expect(
    page.getByText(/^A table keeps body measurements .* Press “New table”/),
  ).toBeVisible();
  await open("/tls/tutor-talk", /Press “New message” to begin\.$/);
  await open("/tls/faq", /^What students often ask will be answered here/);
  await open("/tls/glossary", /^Technical terms will be explained here/);
  await open("/tls/how-to-study", /advice on studying will be here/);
  await emptied("/user/courses", { courses: [] });
  await page.goto("/tls/profile");
  await expect(page.getByText(/^Each of your courses will be here/)).toBeVisible();
});

test("accepts and declines policies per device", async ({ page, student, school, elsewhere }) => {
  await openProfile(page, student);
  await unfold(page, "Policies");
  const personal = page.getByRole("switch", { name: "Personal data" });
  const media = page.getByRole("switch", { name: "Photos and media" });
  await expect(personal).not.toBeChecked();
  await expect(personal).toHaveAccessibleDescription(/Not accepted$/);
  await personal.click();
  await expect(personal).toBeChecked();
  await expect(personal).toHaveAccessibleDescription(/Accepted on .+, valid until .+$/);
  await media.press("Space");
  await expect(media).toHaveAccessibleDescription(/Accepted on [^,]+, \d{4}$/);
  await page.reload();
  await unfold(page, "Policies");
  await expect(personal).toBeChecked();

  await media.click();
  await expect(media).not.toBeChecked();

  await elsewhere.goto(school);
  await openProfile(elsewhere, student);
  await unfold(elsewhere, "Policies");
  await expect(elsewhere.getByRole("switch", { name: "Personal data" })).toBeChecked();
  await expect(elsewhere.getByRole("switch", { name: "Photos and media" })).not.toBeChecked();
});
