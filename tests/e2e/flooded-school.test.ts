import { expect } from "playwright/test";
import { startSchool } from "../../scripts/school/start-school.ts";
import { studied } from "../desktop/studied.ts";
import { openServedDatabase } from "../support/served-database.ts";
import { startFloodProcess } from "../support/start-flood-process.ts";
import { addStudent } from "./add-student.ts";
import { copySchool } from "./prepared-school.ts";
import { runtimeOf, test as schoolTest } from "./school.ts";
import { heading, lessonAddress, signIn, WORKPLACE } from "./steps.ts";

const LESSONS = 10;
const COMPLETE = /\/api\/user\/progress\/(\d+)\/complete$/;
/** Half of them can wait, and half are what everybody does who does not study. */
const PATHS = ["/api/organizations/1/announcements/active", "/api/user/notes"];

/** A school of its own, so that the flood hits no other test. */
const test = schoolTest.extend<{ flooded: { url: string; dataDir: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  flooded: async ({}, use, { project }) => {
    const dataDir = copySchool();
    const school = await startSchool({ runtime: runtimeOf(project.name), dataDir });
    await use(school);
    await school.stop({ keepData: false });
  },
});

test("a student completes ten lessons at a school that gets many times what it can answer, each of them once", {
  tag: "@all",
}, async ({ page, flooded }) => {
  const student = await addStudent(flooded.dataDir, ["PMB"]);
  await signIn(page, student, `${flooded.url}${lessonAddress(WORKPLACE)}`);
  /** The completions that the school has acknowledged, and the keys by which it knows repeated ones. */
  const done: { lesson: number; key: string }[] = [];
  page.on("response", (response) => {
    const lesson = COMPLETE.exec(response.url())?.[1];
    if (lesson === undefined || !response.ok()) return;
    done.push({
      lesson: Number(lesson),
      key: response.request().headers()["idempotency-key"] ?? "",
    });
  });

  const flood = startFloodProcess(flooded.url, PATHS);
  await expect.poll(() => flood.answers().refused).toBeGreaterThan(0);
  const titles = new Set<string>();
  for (let lesson = 1; lesson <= LESSONS; lesson += 1) {
    const title = (await heading(page).textContent()) ?? "";
    titles.add(title);
    await page.getByRole("button", { name: "Mark as complete" }).click();
    await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
    await page.getByRole("link", { name: "Next lesson" }).click();
    await expect(heading(page)).not.toHaveText(title);
    await expect(page.getByRole("button", { name: "Mark as complete" })).toBeVisible();
  }
  const { refused, others } = flood.answers();
  await flood.end();
  expect(refused).toBeGreaterThan(1000);
  expect(others).toEqual([]);
  expect(titles.size).toBe(LESSONS);

  await expect.poll(() => done.length).toBe(LESSONS);
  const database = await openServedDatabase(flooded.dataDir);
  try {
    const lessons = (await studied(database, student)).map(({ lesson_id }) => lesson_id);
    expect(lessons.toSorted()).toEqual(done.map(({ lesson }) => lesson).toSorted());
    const keys = await database.read
      .selectFrom("repeatable")
      .innerJoin("account", "account.id", "repeatable.account_id")
      .select("key")
      .where("username", "=", student.username)
      .where("request", "like", "%complete%")
      .execute();
    expect(keys.map(({ key }) => key).toSorted()).toEqual(done.map(({ key }) => key).toSorted());
  } finally {
    await database.close();
  }
});
