import { expect, type Page } from "playwright/test";
import { failures } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import {
  completeBefore,
  heading,
  LESSONS,
  lessonAddress,
  MEASURING_TOOLS,
  openInside,
  PAPER,
  signIn,
  WORKPLACE,
} from "./steps.ts";

const button = (page: Page) => page.getByRole("button", { name: /^(?:Note|Your note)$/ });
const field = (page: Page) => page.getByRole("textbox", { name: "Your note on this lesson" });
const state = (page: Page, words: string) => page.getByRole("status").getByText(words);

const openNote = async (page: Page) => {
  await expect(button(page)).toHaveAttribute("aria-expanded", "false");
  await button(page).click();
  await expect(field(page)).toBeEditable();
};

/** The signed-in person's note on a lesson, as the school has it. */
const noteAtSchool = async (page: Page, { id }: { id: number }): Promise<string> => {
  const session = await page.evaluate(() => localStorage.getItem("session.v1"));
  const headers = { authorization: `Bearer ${JSON.parse(session ?? "").token}` };
  const { notes } = await (await page.request.get("/api/user/notes", { headers })).json();
  return notes.find((note: { lesson_id: number }) => note.lesson_id === id)?.text ?? "";
};

test("a note is saved while typing, and is shown on another machine, in that lesson only", async ({
  page,
  elsewhere,
  student,
}) => {
  const text = "Lamp on the left!\n<b>2 m</b> table · שולחן";
  await signIn(page, student, lessonAddress(WORKPLACE));
  await openNote(page);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await field(page).fill(text);
  await expect(state(page, "Saved")).toBeVisible();
  await expect(button(page)).toHaveText("Your note");
  // Beside the text it stays in view while the text scrolls.
  await page.getByRole("button", { name: "Mark as complete" }).scrollIntoViewIfNeeded();
  await expect(field(page)).toBeInViewport();

  await signIn(elsewhere, student, lessonAddress(WORKPLACE));
  await expect(button(elsewhere)).toHaveText("Your note");
  await openNote(elsewhere);
  await expect(field(elsewhere)).toHaveValue(text);
  await elsewhere.getByRole("button", { name: "Mark as complete" }).click();
  await elsewhere.getByRole("link", { name: "Next lesson" }).click();
  await expect(heading(elsewhere)).toHaveText(PAPER.title);
  await expect(button(elsewhere)).toHaveText("Note");
  await openInside(elsewhere, lessonAddress(WORKPLACE));
  await openNote(elsewhere);
  await field(elsewhere).fill("");
  await expect(state(elsewhere, "Saved")).toBeVisible();
  await expect(button(elsewhere)).toHaveText("Note");
  expect(await noteAtSchool(elsewhere, WORKPLACE)).toBe("");
});

test("keeps a note when the line or the storage fails", async ({ page, school, student }) => {
  // Each step has a lesson of its own.
  await completeBefore(school, student, LESSONS.slice(0, 3));
  await signIn(page, student, lessonAddress(WORKPLACE));

  await test.step("a note opens and closes by keyboard, and axe finds nothing", async () => {
    await openInside(page, lessonAddress(MEASURING_TOOLS));
    await button(page).press("Enter");
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("A lamp on the left");
    await expect(state(page, "Saved")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    for (const close of ["Escape", "Close"]) {
      if (close === "Escape") await page.keyboard.press("Escape");
      else await page.getByRole("button", { name: "Close" }).click();
      await expect(field(page), close).toHaveCount(0);
      await expect(button(page), close).toBeFocused();
      if (close === "Escape") await openNote(page);
    }
  });

  await test.step("a note that cannot be saved is kept on this machine, and saved later", async () => {
    const call = "**/api/user/notes/**";
    await openInside(page, lessonAddress(WORKPLACE));
    await openNote(page);
    await page.route(call, failures["no network"]);
    await field(page).fill("Buy pins");
    await expect(state(page, "Saved on this device only")).toBeVisible();
    await page.reload();
    await openNote(page);
    await expect(field(page)).toHaveValue("Buy pins");
    await page.unroute(call);
    await button(page).click();
    await openNote(page);
    await expect(state(page, "Saved")).toBeVisible();
    expect(await noteAtSchool(page, WORKPLACE)).toBe("Buy pins");
  });
});
