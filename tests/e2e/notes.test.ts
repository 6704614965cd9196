import { expect, type Page } from "playwright/test";
import { failures } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { dana, test } from "./school.ts";
import {
  choose,
  heading,
  lessonAddress,
  PAPER,
  signIn,
  signInForm,
  submitSignIn,
  WORKPLACE,
} from "./steps.ts";

const button = (page: Page) => page.getByRole("button", { name: "Note", exact: true });
const field = (page: Page) => page.getByRole("textbox", { name: "Your note on this lesson" });
const state = (page: Page, words: string) => page.getByRole("status").getByText(words);

const openNote = async (page: Page) => {
  await expect(button(page)).toHaveAttribute("aria-expanded", "false");
  await button(page).click();
  await expect(field(page)).toBeEditable();
};

test("a note is saved while typing, and is shown on another machine, in that lesson only", {
  tag: "@runtime",
}, async ({ page, elsewhere, student }) => {
  const text = "Lamp on the left!\n<b>2 m</b> table · שולחן";
  await signIn(page, student, lessonAddress(WORKPLACE));
  await openNote(page);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await field(page).fill(text);
  await expect(state(page, "Saved")).toBeVisible();
  // It stays in view while the text scrolls.
  await page.getByRole("button", { name: "Mark as complete" }).scrollIntoViewIfNeeded();
  await expect(field(page)).toBeInViewport();

  await signIn(elsewhere, student, lessonAddress(WORKPLACE));
  await openNote(elsewhere);
  await expect(field(elsewhere)).toHaveValue(text);
  await field(elsewhere).fill("");
  await expect(state(elsewhere, "Saved")).toBeVisible();
  await elsewhere.reload();
  await openNote(elsewhere);
  await expect(field(elsewhere)).toHaveValue("");
  await elsewhere.getByRole("button", { name: "Mark as complete" }).click();
  await elsewhere.getByRole("link", { name: "Next lesson" }).click();
  await expect(heading(elsewhere)).toHaveText(PAPER.title);
  await openNote(elsewhere);
  await expect(field(elsewhere)).toHaveValue("");
});

test("a note that cannot be saved is kept on this machine, and saved later", async ({
  page,
  elsewhere,
  student,
}) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await openNote(page);
  await page.route("**/api/user/notes/**", failures["no network"]);
  await field(page).fill("Buy pins");
  await expect(state(page, "Kept on this device")).toBeVisible();
  await page.reload();
  await openNote(page);
  await expect(field(page)).toHaveValue("Buy pins");
  await expect(state(page, "Kept on this device")).toBeVisible();

  // Meanwhile a note is written on another machine: neither is lost.
  await signIn(elsewhere, student, lessonAddress(WORKPLACE));
  await openNote(elsewhere);
  await field(elsewhere).fill("Buy chalk");
  await expect(state(elsewhere, "Saved")).toBeVisible();
  await page.unroute("**/api/user/notes/**");
  // The later sign-in ended the session here.
  await page.goto(lessonAddress(WORKPLACE));
  await submitSignIn(page, student);
  await openNote(page);
  await expect(field(page)).toHaveValue("Buy chalk\n\nBuy pins");
  await expect(state(page, "Saved")).toBeVisible();
  await page.reload();
  await openNote(page);
  await expect(field(page)).toHaveValue("Buy chalk\n\nBuy pins");
});

/** Runs in the page: what the school says to its token. */
const askWithToken = async (): Promise<number> => {
  const { token } = JSON.parse(localStorage.getItem("session.v1") ?? "{}");
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch("/api/user/notes", { headers, cache: "no-store" })).status;
};

test("a note survives the session in which it was typed, and nobody else sees it", async ({
  page,
  student,
  command,
}) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await openNote(page);
  // Every token of the account expires; the school's server notices within seconds.
  await command(["user", "password", student.username, "--password-stdin"], "another needle\n");
  await expect.poll(() => page.evaluate(askWithToken)).toBe(401);
  await field(page).fill("Ask about the lamp");
  await expect(signInForm(page)).toBeVisible();

  await signIn(page, dana, lessonAddress(WORKPLACE));
  await openNote(page);
  await expect(field(page)).toHaveValue("");

  await page.goto("/tls/profile");
  await choose(page, "Hello, Dana", "Logout");
  await expect(signInForm(page)).toBeVisible();
  await signIn(page, { ...student, password: "another needle" }, lessonAddress(WORKPLACE));
  await openNote(page);
  await expect(field(page)).toHaveValue("Ask about the lamp");
  await expect(state(page, "Saved")).toBeVisible();
});

test("at a school without notes they stay on this machine", async ({ page, student }) => {
  let puts = 0;
  await page.route("**/api/user/notes**", (route) => {
    if (route.request().method() === "PUT") puts += 1;
    return route.fulfill({ status: 404, json: { code: "server/not_found" } });
  });
  await signIn(page, student, lessonAddress(WORKPLACE));
  await openNote(page);
  await field(page).fill("Only here");
  await expect(state(page, "Kept on this device")).toBeVisible();
  await page.reload();
  await openNote(page);
  await expect(field(page)).toHaveValue("Only here");
  expect(puts).toBe(0);
});

test("where a note cannot be stored, a warning is shown before leaving", async ({
  page,
  student,
}) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await page.route("**/api/user/notes**", failures["a server's error"]);
  await openNote(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await field(page).fill("A note that fits nowhere");
  await expect(state(page, "This note could not be saved.")).toBeVisible();
  await expect(field(page)).toHaveValue("A note that fits nowhere");
});

test("a lesson is shown without its tools when their code cannot be fetched", async ({
  page,
  student,
}) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await page.route(/study-tools\.[\da-f]+\.js/, failures["no network"]);
  await button(page).click();
  await expect(page.getByRole("alert")).toContainText("Please check your internet connection");
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await expect(button(page)).toHaveAttribute("aria-expanded", "false");
});

test.describe("in Hebrew", () => {
  test.use({ locale: "he-IL", viewport: { width: 360, height: 740 } });

  test("a note opens and closes by keyboard, and axe finds nothing", async ({ page, student }) => {
    await page.goto(lessonAddress(WORKPLACE));
    await page.getByRole("textbox", { name: "שם משתמש" }).fill(student.username);
    await page.getByRole("textbox", { name: "סיסמה" }).fill(student.password);
    await page.keyboard.press("Enter");
    const open = page.getByRole("button", { name: "הערה", exact: true });
    await open.press("Enter");
    const note = page.getByRole("textbox", { name: "ההערה שלך לשיעור הזה" });
    await expect(note).toBeFocused();
    await page.keyboard.type("מנורה משמאל");
    await expect(page.getByRole("status").getByText("נשמר", { exact: true })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    await open.press("Enter");
    await expect(note).toHaveCount(0);
    await expect(open).toBeFocused();
  });
});
