import { expect, type Page } from "playwright/test";
import { holdBack } from "./answers.ts";
import { admin, test } from "./school.ts";
import {
  choose,
  heading,
  lessonAddress,
  signIn,
  signInForm,
  submitSignIn,
  WORKPLACE,
} from "./steps.ts";

const INSIDE = /\/tls\/inside\.\w+\.js$/;
const TEXTS = /\/tls\/inside-en-json\.\w+\.js$/;
/** What every first screen asks for. */
const CALLS = ["/products", "/user/courses", "/user/progress"];

/** Records the calls of the school, each with the token that it was sent with. */
const recordCalls = (page: Page) => {
  const sent: { call: string; token: string | undefined }[] = [];
  page.on("request", (request) => {
    const [, call] = /\/api(\/[^?]*)/.exec(request.url()) ?? [];
    const token = request.headers().authorization;
    if (call && request.method() === "GET") sent.push({ call, token });
  });
  return { count: (call: string) => sent.filter((each) => each.call === call).length, sent };
};

/** Another school, which knows only the fields of the contract. */
const sendNothingAhead = (page: Page) =>
  page.route("**/api/user/login", async (route) => {
    const response = await route.fetch();
    const { ahead: _, ...json } = await response.json();
    await route.fulfill({ response, json });
  });

test("calls, code and texts of the first screen come ahead, and once", async ({
  page,
  student,
}) => {
  await sendNothingAhead(page);
  const calls = recordCalls(page);
  const files: string[] = [];
  page.on("request", (request) => files.push(request.url()));
  const times = (file: RegExp) => files.filter((url) => file.test(url)).length;
  const release = await holdBack(page, INSIDE);
  await page.goto("/tls/");

  await test.step("the texts of the first screen come beside its code, and neither is fetched twice", async () => {
    await expect.poll(() => times(TEXTS)).toBe(1);
  });

  await test.step("the calls of the first screen go out when the sign-in is answered, and once", async () => {
    await submitSignIn(page, student);
    for (const call of CALLS) await expect.poll(() => calls.count(call), call).toBe(1);
    await release();
    await expect(page.getByRole("link", { name: /^Begin/ }).first()).toBeVisible();
    for (const call of CALLS) expect(calls.count(call), call).toBe(1);
    expect([INSIDE, TEXTS].map(times)).toEqual([1, 1]);
  });
});

test("what comes with the answer to the sign-in is not asked for", async ({ page, student }) => {
  const calls = recordCalls(page);
  const icons: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/menu/icons")) icons.push(request.url());
  });
  await page.goto("/tls/");
  await submitSignIn(page, student);
  await expect(page.getByRole("link", { name: /^Begin/ }).first()).toBeVisible();
  expect(CALLS.map(calls.count)).toEqual([0, 0, 1]);

  await test.step("each picture of the courses is fetched once", async () => {
    await expect(page.getByRole("main").locator("li img")).toHaveCount(2);
    expect(new Set(icons).size).toBe(2);
    expect(icons).toHaveLength(2);
  });
});

test("the styles of a lesson are asked for before the script that shows it", async ({
  page,
  student,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, ending] = /\/tls\/inside\.\w+\.(css|js)$/.exec(request.url()) ?? [];
    if (ending) asked.push(ending);
  });
  await signIn(page, student, lessonAddress(WORKPLACE));
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  expect(asked[0]).toBe("css");
});

test("nothing behind the form is fetched for a person who saves data, until they fill it in", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/tls/", { waitUntil: "networkidle" });
  await expect(page.locator("html")).toHaveAttribute("data-ready");
  expect(asked.filter((url) => url.includes("/inside"))).toEqual([]);
  await signInForm(page).getByRole("textbox", { name: "Username" }).focus();
  await expect.poll(() => asked.some((url) => INSIDE.test(url))).toBe(true);
  await expect.poll(() => asked.some((url) => TEXTS.test(url))).toBe(true);
});

for (const ours of [true, false]) {
  const school = ours ? "our school" : "another school";
  test(`a person who signs in after another one sees nothing that was asked for before (${school})`, async ({
    page,
    student,
  }) => {
    if (!ours) await sendNothingAhead(page);
    const calls = recordCalls(page);
    const release = await holdBack(page, INSIDE);
    await page.goto("/tls/");
    await submitSignIn(page, student);
    await expect.poll(() => calls.count("/user/progress")).toBe(1);
    await release();
    await choose(page, /^Hello/, "Logout");
    await expect(signInForm(page)).toBeVisible();
    const first = new Set(calls.sent.map(({ token }) => token));
    await submitSignIn(page, admin);
    // Only an administrator has this course.
    await expect(page.getByRole("main")).toContainText("Skirts");
    const later = calls.sent.filter(({ token }) => token && !first.has(token));
    const times = (call: string) => later.filter((each) => each.call === call).length;
    // The desk, where an administrator begins, asks for no progress.
    expect(CALLS.map(times)).toEqual(ours ? [0, 0, 0] : [1, 1, 0]);
  });
}
