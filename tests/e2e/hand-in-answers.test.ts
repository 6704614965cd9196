import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { handIn, item, openAssignments, PRACTICE, photo, tutor } from "./hand-ins.ts";
import { test } from "./school.ts";
import { signIn } from "./steps.ts";

test("at a school without a desk a tutor returns a hand-in among the assignments, and accepts the next one", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  await openAssignments(page, school, student);
  const mine = `The dart of ${student.username}`;
  await handIn(page, await photo(page, "dart.jpg"), mine);

  for (const unknown of [/\/api\/desk\//, /\/api\/user\/unseen/]) {
    await elsewhere.route(unknown, (route) => route.fulfill({ status: 404, json: {} }));
  }
  await signIn(elsewhere, tutor, `${school}/tls/assignments`);
  const waiting = elsewhere
    .getByRole("region", { name: "Waiting for your answer" })
    .getByRole("listitem", { name: /^Noa/ })
    .filter({ hasText: mine });
  await expect(waiting).toContainText(PRACTICE.title);
  expect(await findings(elsewhere), "what axe finds on a tutor's screen").toEqual([]);
  await waiting.getByRole("button", { name: "Show dart.jpg" }).click();
  await expect(waiting.getByRole("img", { name: "dart.jpg" })).toBeVisible();
  const answer = waiting.getByRole("textbox", { name: "Answer" });
  await answer.fill("Turn the <i>grainline</i>");
  await waiting.getByRole("button", { name: "Return" }).dblclick();
  await expect(waiting.getByRole("status")).toHaveText("Your answer has been sent.");

  await page.reload();
  await expect(item(page)).toContainText("Returned");
  // An open page may have shown the answer already, and then it is not new.
  await expect(item(page).getByRole("blockquote")).toContainText(
    /The tutor’s answer(New)?Turn the <i>grainline<\/i>Ruth Okafor/,
  );
  await handIn(page, await photo(page, "dart.jpg"), `${mine}, again`);

  await elsewhere.reload();
  await expect(waiting).toContainText("Turn the");
  await waiting.getByRole("button", { name: "Accept" }).click();
  await expect(waiting).toContainText("Accepted");
  await page.reload();
  await expect(item(page)).toContainText("Accepted");
  await elsewhere.reload();
  await expect(elsewhere.getByRole("region", { name: "Waiting for your answer" })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});
