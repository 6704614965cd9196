import { expect } from "playwright/test";
import { test } from "./school.ts";
import { COURSE, heading, openInside, signIn } from "./steps.ts";

const unknown = {
  "an unknown product": ["/tls/lessons/ZZ/PMB", "Your school does not offer this subject."],
  "an unknown product's lesson": [
    "/tls/lessons/ZZ/PMB/workplace",
    "Your school does not offer this subject.",
  ],
  "an unknown course": ["/tls/lessons/PM/ZZZ", "You do not have this course."],
  "somebody else's course": ["/tls/lessons/PM/PMS", "You do not have this course."],
  "another product's course": ["/tls/lessons/SW/PMB", "You do not have this course."],
  "a product that is every object's": [
    "/tls/lessons/__proto__/constructor",
    "Your school does not offer this subject.",
  ],
  "letters that say nothing": [
    "/tls/lessons/%F0%9F%A7%B5/PMB",
    "Your school does not offer this subject.",
  ],
} as const;

test("shows a message with a way back at an unknown address", async ({ page, student }) => {
  await test.step("an unknown product or course in the address shows a message with a way back", async () => {
    let opened = false;
    for (const [what, [address, message]] of Object.entries(unknown)) {
      // The first one at the start, the others inside the app.
      if (opened) await openInside(page, address);
      else await signIn(page, student, address);
      opened = true;
      await expect(page.getByRole("main"), what).toContainText(message);
      await expect(page.getByRole("banner"), what).toBeVisible();
      await page.getByRole("link", { name: "Go to your courses" }).click();
      await expect(heading(page), what).toHaveText("Profile");
    }
  });

  await test.step("an address of no screen leads to the main page", async () => {
    await page.goto("/tls/nonsense");
    await expect(heading(page)).toHaveText("Profile");
    for (const address of [
      "/tls/lessons",
      "/tls/lessons/PM",
      "/tls/lessons/PM/PMB/workplace/more",
      "/tls/welcome",
    ]) {
      await openInside(page, COURSE);
      await expect(heading(page), address).toHaveText("Pattern making basics");
      await openInside(page, address);
      await expect(heading(page), address).toHaveText("Profile");
    }
  });
});

test("opens a lesson by its number, and reports an unknown lesson", async ({ page, student }) => {
  await signIn(page, student, `${COURSE}/100`);
  await expect(heading(page)).toHaveText("Your place to work");
  await page.goto(`${COURSE}/no-such-lesson`);
  for (const name of ["no-such-lesson", "999999", "__proto__", "constructor"]) {
    await openInside(page, `${COURSE}/${name}`);
    await expect(heading(page), name).toHaveText("There is no such lesson in this course.");
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await expect(page.getByRole("list", { name: "Lessons" }), name).toBeVisible();
  }

  await test.step("an address with an invalid escape shows no blank page", async () => {
    for (const address of ["/tls/lessons/PM/PMB/%", "/tls/lessons/%C0/PMB"]) {
      await openInside(page, address);
      await expect(page.getByRole("main")).toContainText(
        /There is no such lesson|Your school does not offer this subject/,
      );
    }
  });
});
