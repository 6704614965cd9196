import { expect } from "playwright/test";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import { findings } from "./axe-findings.ts";
import { item, tutor } from "./hand-ins.ts";
import { reachLesson } from "./reach-lesson.ts";
import { test } from "./school.ts";
import { signIn } from "./steps.ts";

const TASK = { id: 212, title: "Draft your own skirt block" };

test("a student checks the lengths of a draft and sends it along, and the tutor opens it at the desk", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  await reachLesson(school, student, TASK.id, EXAMPLE_BODY);
  await signIn(page, student, "/tls/assignments");
  const task = item(page, TASK.title);
  const half = task.getByRole("textbox", { name: "Half hip" });

  await test.step("a wrong length is named, with the way to its step, and stays through a reload", async () => {
    await half.fill("48.5");
    await half.press("Enter");
    await expect(task).toContainText("Too short by 1.5 cm: the draft has 50 cm.");
    await expect(task.getByRole("link", { name: "Look at this step again" })).toHaveAttribute(
      "href",
      /\/lessons\/PM\/PMB\//,
    );
    await page.reload();
    await expect(half).toHaveValue("48.5");
    await expect(task).toContainText("Too short by 1.5 cm");
    expect(await findings(page), "the check").toEqual([]);
  });

  await task.getByRole("checkbox", { name: "Send my draft along" }).check();
  const words = `The block of ${student.username}`;
  await task.getByRole("textbox", { name: "Comment" }).fill(words);
  await task.getByRole("button", { name: "Upload" }).click();
  await expect(task).toContainText("Handed in.");
  await expect(task).toContainText("skirt-block.pattern.json");

  await signIn(elsewhere, tutor, `${school}/tls/desk`);
  await elsewhere
    .getByRole("list", { name: "Queue" })
    .getByRole("link")
    .filter({ hasText: words })
    .click();
  const work = elsewhere.getByRole("main");
  await expect(work.getByRole("img", { name: "Skirt: the pieces of the draft" })).toBeVisible();
  await expect(work).toContainText("Spring");
  await expect(work).toContainText("Too short by 1.5 cm: the draft has 50 cm.");
  expect(await findings(elsewhere), "the sent draft").toEqual([]);
});
