import { expect } from "playwright/test";
import { holdBack } from "./answers.ts";
import { test } from "./school.ts";
import { heading, signInForm, submitSignIn } from "./steps.ts";

const ORGANISATION = "**/api/organizations/*";

test("the school's address leads to the sign-in form", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/tls\//);
  const form = signInForm(page);
  await expect(form.getByRole("textbox", { name: "Username" })).toBeEditable();
  await expect(form.getByRole("textbox", { name: "Password" })).toBeEditable();
});

test("the form is usable before any script has run", { tag: "@runtime" }, async ({
  browser,
  school,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${school}/tls/`);
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  // The description for search engines.
  await expect(page.locator("meta[name=description]")).toHaveAttribute(
    "content",
    "Learning space: online courses in sewing and pattern making.",
  );
  await context.close();
});

test("name and password sign in, and the greeting shows the first name", {
  tag: "@runtime",
}, async ({ page, student }) => {
  await page.goto("/tls/");
  await submitSignIn(page, student);
  await expect(heading(page)).toHaveText("Profile");
  await expect(page.getByRole("button", { name: `Hello, ${student.firstName}` })).toBeVisible();
});

test("a press on Sign in counts even when the school's contacts load before the button is released", async ({
  page,
  student,
}) => {
  const release = await holdBack(page, ORGANISATION);
  await page.goto("/tls/");
  const form = signInForm(page);
  await form.getByRole("textbox", { name: "Username" }).fill(student.username);
  await form.getByRole("textbox", { name: "Password" }).fill(student.password);
  await form.getByRole("button", { name: "Sign in", exact: true }).hover();
  await page.mouse.down();
  await release();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.mouse.up();
  await expect(heading(page)).toHaveText("Profile");
});

for (const [width, height] of [
  [360, 640],
  [1280, 680],
] as const) {
  const tag = width === 360 ? "@runtime" : [];
  test(`nothing moves while the page around the form loads (${width} × ${height})`, {
    tag,
  }, async ({ browser, school, quietConsole }) => {
    const context = await browser.newContext({ viewport: { width, height } });
    quietConsole.watch(context);
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await line.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const release = await holdBack(page, ORGANISATION);
    await page.goto(`${school}/tls/`);
    await expect(page.locator("html")).toHaveAttribute("data-ready");
    await release();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    const shifts = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list.getEntries().map((entry) => (entry as unknown as { value: number }).value),
            ),
          ).observe({ type: "layout-shift", buffered: true });
          // Layout shifts are reported with the frame in which they happen.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
        }),
    );
    expect(shifts).toEqual([]);
    await context.close();
  });
}

for (const [who, username] of [
  ["a wrong password", null],
  ["an unknown name", "nobody-at-all"],
] as const) {
  test(`${who} is refused with the same words, and what was typed stays`, async ({
    page,
    student,
  }) => {
    const typed = { ...student, username: username ?? student.username, password: "wrong" };
    await page.goto("/tls/");
    await submitSignIn(page, typed);
    await expect(page.getByRole("alert")).toContainText("Wrong username and/or password");
    const name = page.getByRole("textbox", { name: "Username" });
    await expect(name).toHaveValue(typed.username);
    await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue("wrong");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
}

test("a missing name and password are marked, and the first of them is focused", {
  tag: "@runtime",
}, async ({ page }) => {
  await page.goto("/tls/");
  const name = page.getByRole("textbox", { name: "Username" });
  const password = page.getByRole("textbox", { name: "Password" });
  const send = page.getByRole("button", { name: "Sign in", exact: true });

  await send.click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription("Please enter your username");
  await expect(password).toHaveAccessibleDescription("Please enter your password");

  await name.fill("student");
  await send.click();
  await expect(password).toBeFocused();
  await expect(name).not.toHaveAttribute("aria-invalid");
  await expect(name).toHaveValue("student");
});

test("too many attempts show how long to wait", async ({ page, student }) => {
  await page.goto("/tls/");
  const wrong = { ...student, password: "wrong" };
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const answered = page.waitForResponse("**/api/user/login");
    await submitSignIn(page, wrong);
    expect((await answered).status(), `attempt ${attempt}`).toBe(404);
  }
  await submitSignIn(page, student);
  await expect(page.getByRole("alert").filter({ hasText: "Too many attempts" })).toContainText(
    /Please wait \d+ minutes and try again/,
  );
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveValue(student.username);
  await expect(signInForm(page)).toBeVisible();
});

test("a forgotten password shows the same words whether there is an account or not", async ({
  page,
  student,
}) => {
  await page.goto("/tls/");
  for (const who of [student.username, "nobody@selvedge.example"]) {
    await page.getByRole("button", { name: "Forgot password?" }).click();
    const field = page.getByRole("textbox", { name: "Email or username" });
    await expect(field).toBeFocused();
    await page.getByRole("button", { name: "OK" }).click();
    await expect(field).toHaveAccessibleDescription("Please enter your email or username");
    await field.fill(who);
    await page.getByRole("button", { name: "OK" }).click();
    await expect(page.getByRole("status")).toContainText(
      "If an account exists, an email will be sent.",
    );
    await expect(signInForm(page)).toBeVisible();
  }
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(signInForm(page)).toBeVisible();
});
