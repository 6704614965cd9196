import { expect } from "playwright/test";
import { test } from "./school.ts";
import { COURSE, heading, openInside, signIn } from "./steps.ts";

test("shows a message with a way back at an unknown address", async ({ page, student }) => {
  await signIn(page, student);
  await openInside(page, "/tls/lessons/PM/PMS");
  await expect(page.getByRole("main")).toContainText("You do not have this course.");
  await page.getByRole("link", { name: "Go to your courses" }).click();
  await expect(heading(page)).toHaveText("Profile");

  await test.step("an address of no screen leads to the main page", async () => {
    await page.goto("/tls/nonsense");
    await expect(heading(page)).toHaveText("Profile");
    for (const address of ["/tls/lessons/PM", "/tls/lessons/PM/PMB/workplace/more"]) {
      await openInside(page, COURSE);
      await expect(heading(page), address).toHaveText("Pattern making basics");
      await openInside(page, address);
      await expect(heading(page), address).toHaveText("Profile");
    }
  });

  await test.step("an unknown lesson is reported", async () => {
    await openInside(page, `${COURSE}/no-such-lesson`);
    await expect(heading(page)).toHaveText("There is no such lesson in this course.");
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
  });
});
