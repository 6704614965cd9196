import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect } from "playwright/test";
import { exited } from "../../scripts/school/start-school.ts";
import { openServedDatabase, studied } from "../support/served-database.ts";
import { addStudent } from "./add-student.ts";
import { test } from "./framed-site.ts";
import { heading, lessonAddress, signIn, WORKPLACE } from "./steps.ts";

const LESSONS = 10;
const COMPLETE = /\/api\/user\/progress\/(\d+)\/complete$/;
/** Half of them can wait, and half are what everybody does who does not study. */
const PATHS = ["/api/organizations/1/announcements/active", "/api/user/notes"];

/** Floods a school with requests from a process of its own, so that it takes no time from the test's. */
const startFlood = (address: string) => {
  const script = path.join(import.meta.dirname, "../support/flood-process.ts");
  const child = spawn(process.execPath, [script, address, ...PATHS], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let answers = { refused: 0, others: [] as string[] };
  createInterface({ input: child.stdout }).on("line", (line) => {
    answers = JSON.parse(line);
  });
  return {
    answers: () => answers,
    async end(): Promise<void> {
      child.kill("SIGKILL");
      await exited(child);
    },
  };
};

test("a student completes ten lessons at a school that gets many times what it can answer, each of them once", {
  tag: "@all",
}, async ({ page, framedSchool: own }) => {
  const student = await addStudent(own.dataDir, ["PMB"]);
  await signIn(page, student, `${own.url}${lessonAddress(WORKPLACE)}`);
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

  const flood = startFlood(own.url);
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
  const database = await openServedDatabase(own.dataDir);
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
