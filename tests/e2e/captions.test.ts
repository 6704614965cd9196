import { expect } from "playwright/test";
import { completeLesson } from "./add-student.ts";
import { findings } from "./axe-findings.ts";
import { goTo, PIVOT_LESSON, player, ready, withFilm } from "./film.ts";
import { type Account, test } from "./school.ts";
import { lessonAddress, signIn, WORKPLACE } from "./steps.ts";

const tutor: Account = { username: "tutor", password: "demo-tutor", firstName: "Ruth" };

/** What a file of captions would take for markup, for a reference and for the end of a caption. */
const WRITTEN = "Önce <b>çizgi</b>: a < b & c\n&amp; 00:01.000 --> 00:02.000";

test("a tutor writes captions beside the video, and a student reads them", async ({
  page,
  elsewhere,
  running,
  school,
  student,
}) => {
  await withFilm(page, WORKPLACE);
  await signIn(page, tutor, lessonAddress(WORKPLACE));
  await ready(page);
  await page.getByRole("button", { name: "Write captions" }).click();
  const editor = page.getByRole("region", { name: "Captions" });
  await editor.getByRole("combobox", { name: "Language of the captions" }).selectOption("tr");
  await expect(editor).toContainText("There are no lines in this language yet.");
  await goTo(page, 4);
  const add = editor.getByRole("button", { name: "Add a line at the playing position" });
  await add.click();
  const first = editor.getByRole("textbox", { name: "Text of line 1" });
  await first.fill("Pensi çeviriyoruz");
  await expect(editor.getByRole("textbox", { name: "Start of line 1" })).toHaveValue("0:04.0");
  await goTo(page, 1);
  await add.click();
  await expect(editor.getByRole("textbox", { name: "Text of line 2" })).toHaveValue(
    "Pensi çeviriyoruz",
  );
  await expect(first).toBeFocused();
  await page.keyboard.type(WRITTEN);
  await goTo(page, 3.5);
  await editor.getByRole("button", { name: "End line 1 at the playing position" }).click();
  await expect(editor.getByRole("textbox", { name: "End of line 1" })).toHaveValue("0:03.5");
  expect(await findings(page)).toEqual([]);
  await editor.getByRole("button", { name: "Save captions" }).click();
  await expect(editor.getByRole("status")).toHaveText("The captions are saved.");

  // A film is given to those for whom a lesson with it is open.
  await completeLesson(running.dataDir, student.username, PIVOT_LESSON);
  await withFilm(elsewhere, WORKPLACE);
  await elsewhere.addInitScript(() => localStorage.setItem("language.v1", '"tr"'));
  await signIn(elsewhere, student, `${school}${lessonAddress(WORKPLACE)}`);
  await ready(elsewhere);
  await expect
    .poll(async () => (await player(elsewhere)).captions)
    .toEqual([{ mode: "showing", language: "tr", text: WRITTEN }]);
  await elsewhere.getByText("Konuşma metni").click();
  await expect(elsewhere.getByRole("listitem").first()).toContainText(WRITTEN);
  await expect(elsewhere.getByRole("button", { name: "Altyazı yaz" })).toHaveCount(0);
});
