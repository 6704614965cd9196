import { expect, type Page } from "playwright/test";
import { failures, holdBack } from "./answers.ts";
import { test } from "./school.ts";
import {
  COURSE,
  choose,
  completeBefore,
  FIRST_LINES,
  heading,
  LESSONS,
  lessonAddress,
  openInside,
  signIn,
  signInForm,
  WORKPLACE,
} from "./steps.ts";

const CONNECTION = "Please check your internet connection and try again";

/** Checks that an alert disappears after its time, and not before. */
const expectAlertFor = async (page: Page, text: string, seconds: number) => {
  const alert = page.getByRole("alert").filter({ hasText: text });
  await expect(alert).toBeVisible();
  await page.clock.fastForward((seconds - 1) * 1000);
  await expect(alert).toBeVisible();
  await page.clock.fastForward(1000);
  await expect(alert).toHaveCount(0);
};

test("gives up code and courses that do not arrive", async ({ page, student }) => {
  await page.clock.install();
  // The profile would fetch the products of its courses.
  await signIn(page, student, "/tls/tutor-talk");
  await test.step("a screen whose code never arrives is given up after two minutes, and can be tried again", async () => {
    const release = await holdBack(page, /\/tls\/study\.\w+\.js/);
    const asked = page.waitForRequest(/\/tls\/study\.\w+\.js/);
    await choose(page, /^Hello/, "FAQ");
    await asked;
    await page.clock.fastForward(119_000);
    await expect(page.getByRole("progressbar")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.clock.fastForward(1000);
    await expect(page.getByRole("alert")).toContainText("Something went wrong on this page.");
    await expect(page.getByRole("alert")).toContainText(CONNECTION);
    await release();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heading(page)).toHaveText("FAQ");
  });

  await test.step("a course that cannot be fetched shows an alert for 5 seconds, and can be tried again", async () => {
    await page.route("**/skeleton", failures["a server's error"]);
    await choose(page, "Courses", "Pattern making basics");
    const alert = page
      .getByRole("alert")
      .filter({ has: page.getByRole("button", { name: "Dismiss" }) });
    await expect(alert).toContainText(CONNECTION);
    await page.clock.fastForward(4000);
    await expect(alert).toBeVisible();
    await page.clock.fastForward(1000);
    await expect(alert).toHaveCount(0);
    await page.unroute("**/skeleton");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  });
});

test("the sign-in form and its alerts survive failures", async ({ page, elsewhere, student }) => {
  await page.clock.install();
  await page.goto("/tls/");
  await expect(page.locator("html")).toHaveAttribute("data-ready");
  await test.step("the forgotten password form shows the same words when the school fails, and stays when its code does", async () => {
    await page.route("**/tls/sign-in-help.*", failures["no network"]);
    await page.getByRole("button", { name: "Forgot password?" }).click();
    await expect(page.getByRole("alert")).toContainText(CONNECTION);
    await expect(signInForm(page)).toBeVisible();
    await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);

    await page.unroute("**/tls/sign-in-help.*");
    await page.route("**/user/forgot-password", failures["a server's error"]);
    await page.getByRole("button", { name: "Forgot password?" }).click();
    await page.getByRole("textbox", { name: "Email or username" }).fill("nobody");
    await page.getByRole("button", { name: "OK" }).click();
    await expect(page.getByRole("status")).toContainText(
      "If an account exists, an email will be sent.",
    );
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.reload();
  });

  await test.step("the alerts of the sign-in form disappear after their time: refused, no network, used elsewhere", async () => {
    const form = signInForm(page);
    await form.getByRole("textbox", { name: "Username" }).fill(student.username);
    await form.getByRole("textbox", { name: "Password" }).fill("wrong");
    await form.getByRole("textbox", { name: "Password" }).press("Enter");
    await expectAlertFor(page, "Wrong username and/or password", 6);
    await page.route("**/user/login", failures["no network"]);
    await form.getByRole("textbox", { name: "Password" }).press("Enter");
    await expectAlertFor(page, CONNECTION, 6);
    await page.unroute("**/user/login");

    await signIn(page, student);
    await signIn(elsewhere, student);
    await choose(page, "Courses", "Pattern making basics");
    await expectAlertFor(page, "Account in use in another location. Please re-login.", 10);
  });
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
  await page.getByRole("button", { name: "On the cloth" }).dblclick();
  await page.getByRole("button", { name: "Tools and paper" }).dblclick();
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

  await openInside(page, lessonAddress(FIRST_LINES));
  await page.getByRole("button", { name: "Next page" }).dblclick();
  await expect(page.getByText("Page 2 of 3")).toBeVisible();
  await page.getByRole("button", { name: "Previous page" }).dblclick();
  await expect(page.getByText("Page 1 of 3")).toBeVisible();
  await page.getByRole("link", { name: "Back to lessons" }).dblclick();
  await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  await page.goBack();
  await expect(heading(page)).toHaveText(FIRST_LINES.title);
  // The profile tells the school the zone and the language, for mails.
  const expected = /\/(?:session|news\/place)$/;
  expect(writes.filter((address) => !expected.test(address))).toEqual([]);
});
