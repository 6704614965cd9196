import { expect } from "playwright/test";
import { Line } from "../../support/line.ts";
import { test } from "../school.ts";
import { COURSE, lessonAddress, signIn, WORKPLACE } from "../steps.ts";
import { askToKeep, complete, schoolHasIt, studyOnTheTrain, untilKept } from "../train.ts";

test.use({ serviceWorkers: "allow" });

test("reads and completes a kept chapter offline", async ({ page, running, student }) => {
  const line = await Line.open(running.url);
  try {
    await signIn(page, student, `${line.url}${COURSE}`);
    await (await askToKeep(page)).click();
    await untilKept(page);
    await line.cut();
    await studyOnTheTrain(page);
    await line.restore();
    await schoolHasIt(running.dataDir, student);
  } finally {
    await line.cut();
  }
});

test("studying works in a private window", { tag: "@private" }, async ({ page, student }) => {
  await signIn(page, student, lessonAddress(WORKPLACE));
  await complete(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
});
