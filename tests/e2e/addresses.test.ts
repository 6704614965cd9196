import { expect } from "playwright/test";
import { test } from "./school.ts";
import { COURSE, heading, openInside, signIn } from "./steps.ts";

/** Unit tests of the guard have more addresses. */
const UNKNOWN = {
  "an unknown product": ["/tls/lessons/ZZ/PMB", "Your school does not offer this subject."],
  "somebody else's course": ["/tls/lessons/PM/PMS", "You do not have this course."],
  "a product that is every object's": [
    "/tls/lessons/__proto__/constructor",
    "Your school does not offer this subject.",
  ],
  "an invalid escape": ["/tls/lessons/%C0/PMB", "Your school does not offer this subject."],
} as const;

test("shows a message with a way back at an unknown address", async ({ page, student }) => {
  await signIn(page, student);
  for (const [what, [address, message]] of Object.entries(UNKNOWN)) {
    await openInside(page, address);
    await expect(page.getByRole("main"), what).toContainText(message);
    await expect(page.getByRole("banner"), what).toBeVisible();
    await page.getByRole("link", { name: "Go to your courses" }).click();
    await expect(heading(page), what).toHaveText("Profile");
  }

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

  await test.step("the address of a course may end with a slash", async () => {
    await openInside(page, `${COURSE}/`);
    await expect(heading(page)).toHaveText("Pattern making basics");
    await expect(page.getByRole("banner")).toBeVisible();
  });

  await test.step("a lesson opens by its number, and an unknown one is reported", async () => {
    await openInside(page, `${COURSE}/100`);
    await expect(heading(page)).toHaveText("Your place to work");
    for (const name of ["no-such-lesson", "__proto__", "%"]) {
      await openInside(page, `${COURSE}/${name}`);
      await expect(heading(page), name).toHaveText("There is no such lesson in this course.");
      await page.getByRole("link", { name: "Back to lessons" }).click();
      await expect(page.getByRole("list", { name: "Lessons" }), name).toBeVisible();
    }
  });
});
