import { expect, type Page } from "playwright/test";
import { item, tutor } from "./hand-ins.ts";
import { printed, watchPrintingInNext } from "./paper.ts";
import { DART_PIVOT, reachDartPivot, TASK } from "./reach-dart-pivot.ts";
import { test } from "./school.ts";
import { heading, lessonAddress, signIn } from "./steps.ts";

test("a student reads, drafts, drags a dart, prints and checks a pattern to their own measurements, and the tutor opens it", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  await watchPrintingInNext(page);
  await reachDartPivot(school, student);
  await signIn(page, student, lessonAddress({ key: "skirt-measures" }));

  await test.step("a lesson has one's own numbers, and the example's on demand", async () => {
    const own = (side: Page) => side.getByRole("row", { name: /^Half waist/ });
    await expect(own(page)).toContainText("38 cm");
    await page.getByText(/^Numbers and figures: My measurements/).click();
    await page.getByRole("radio", { name: "Example", exact: true }).check();
    await expect(own(page)).toContainText("36 cm");
    await page.getByRole("radio", { name: "My measurements" }).check();
    await expect(own(page)).toContainText("38 cm");
  });

  await test.step("a dart goes round the bust point by the arrow keys", async () => {
    await page.goto(lessonAddress(DART_PIVOT));
    const dart = page.getByRole("slider", { name: "Bust dart" });
    await expect(page.getByText("The front is drafted to your own measurements.")).toBeVisible();
    const before = Number(await dart.getAttribute("aria-valuenow"));
    // A page that has just been opened takes the focus.
    await expect(async () => {
      await dart.press("ArrowRight");
      expect(Number(await dart.getAttribute("aria-valuenow"))).toBeGreaterThan(before);
    }).toPass();
  });

  await test.step("the block is drafted, and printed in real size", async () => {
    await page.goto("/tls/patterns");
    await expect(heading(page)).toHaveText("Patterns");
    await expect(page.getByRole("status").filter({ hasText: /pieces/ })).toContainText(
      "Waist: 76 cm",
    );
    await page.locator("summary", { hasText: "Print or save" }).click();
    await expect(page.getByRole("button", { name: /^Skirt back:/ })).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await page.getByRole("button", { name: "Print", exact: true }).dispatchEvent("click");
    await expect.poll(async () => (await printed(page)).length).toBe(1);
    expect((await printed(page))[0]).toMatchObject({ missing: 0 });
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("the draft is saved and shared, and compared with what was printed", async () => {
    await page.locator("summary", { hasText: "Saved drafts" }).click();
    await page.getByRole("combobox", { name: "Name of the draft" }).fill("My skirt");
    await page.getByRole("button", { name: "Save this draft" }).click();
    await expect(page.getByText("“My skirt” has been saved.")).toBeVisible();
    await page.getByRole("switch", { name: "My tutors see it" }).click();
    await expect(page.getByRole("switch", { name: "My tutors see it" })).toBeChecked();
    await page.getByRole("slider", { name: "Length" }).press("ArrowRight");
    await page.getByRole("combobox", { name: "Compare with" }).selectOption("printed");
    await expect(page.getByRole("row", { name: /^Fold/ })).toContainText("+1");
  });

  const words = `The block of ${student.username}`;
  await test.step("lengths on paper are checked, and the draft is sent along", async () => {
    await page.goto("/tls/assignments");
    const task = item(page, TASK);
    const half = task.getByRole("textbox", { name: "Half hip" });
    await half.fill("50");
    await half.press("Enter");
    await expect(task).toContainText("Too short by 2 cm: the draft has 52 cm.");
    await page.reload();
    await expect(half).toHaveValue("50");
    await expect(task).toContainText("Too short by 2 cm");
    await task.getByRole("checkbox", { name: "Send my draft along" }).check();
    await task.getByRole("textbox", { name: "Comment" }).fill(words);
    await task.getByRole("button", { name: "Upload" }).click();
    await expect(task).toContainText("skirt-block.pattern.json");
  });

  await signIn(elsewhere, tutor, `${school}/tls/desk`);
  await elsewhere
    .getByRole("list", { name: "Queue" })
    .getByRole("link")
    .filter({ hasText: words })
    .click();
  const work = elsewhere.getByRole("main");
  await expect(work.getByRole("img", { name: "Skirt: the pieces of the draft" })).toBeVisible();
  await expect(work).toContainText("Too short by 2 cm: the draft has 52 cm.");
  await elsewhere.goto(`${school}/tls/desk/students?search=${student.username}`);
  await elsewhere.getByRole("row").getByRole("link").first().click();
  await elsewhere.getByRole("button", { name: /^My skirt/ }).click();
  await expect(
    elsewhere.getByRole("img", { name: "Skirt: the pieces of the draft" }),
  ).toBeVisible();
});
