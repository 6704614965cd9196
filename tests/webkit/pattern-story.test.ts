import path from "node:path";
import { expect } from "playwright/test";
import { Key } from "selenium-webdriver";
import { type RunningSchool, startSchool } from "../../scripts/school/start-school.ts";
import { addStudent } from "../e2e/add-student.ts";
import { tutor } from "../e2e/hand-ins.ts";
import { DART_PIVOT, reachDartPivot, TASK } from "../e2e/reach-dart-pivot.ts";
import { lessonAddress } from "../e2e/steps.ts";
import { printedPages } from "./printed-pages.ts";
import { openPrintRoom, signIn } from "./steps.ts";
import { test as base } from "./webkit.ts";

/** The whole demo school: the one that tests share has no lessons about skirts. */
const test = base.extend<{ whole: RunningSchool }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  whole: async ({}, use) => {
    const school = await startSchool();
    await use(school);
    await school.stop({ keepData: false });
  },
});

test("a student reads, drafts, drags a dart, prints and checks a pattern to their own measurements, and the tutor opens it", async ({
  openBrowser,
  whole: { url, dataDir },
}, testInfo) => {
  const student = await addStudent(dataDir, ["PMB"]);
  const folder = testInfo.outputPath();
  const page = await openBrowser({ printFolder: folder });
  await reachDartPivot(url, student);
  await page.open(`${url}${lessonAddress({ key: "skirt-measures" })}`);
  await signIn(page, student);

  await test.step("a lesson has one's own numbers, and the example's on demand", async () => {
    await page.seeText(/Half waist[^\n]*38\scm/);
    await page.click("summary", /^Numbers and figures/);
    await page.click("radio", "Example");
    await page.seeText(/Half waist[^\n]*36\scm/);
    await page.click("radio", "My measurements");
    await page.seeText(/Half waist[^\n]*38\scm/);
  });

  await test.step("a dart goes round the bust point by keys and by the pointer", async () => {
    await page.open(`${url}${lessonAddress(DART_PIVOT)}`);
    await page.seeText("The front is drafted to your own measurements.");
    const position = () =>
      page.run(() => Number(document.querySelector("[role=slider]")?.ariaValueNow));
    const before = await position();
    await page.press("slider", "Bust dart", Key.ARROW_RIGHT);
    await expect.poll(position).toBe(before + 1);
    await page.drag("slider", "Bust dart", 0, 60);
    await expect.poll(async () => Math.abs((await position()) - before)).toBeGreaterThan(10);
  });

  await test.step("the block is drafted, and printed in real size", async () => {
    await page.open(`${url}/tls/patterns`);
    await page.see("heading", "Patterns");
    await page.seeText(/Waist: 76\scm/);
    await openPrintRoom(page);
    await page.click("button", "Print");
    const file = path.join(folder, "1.pdf");
    await page.printed(file);
    expect(printedPages(file).length).toBeGreaterThan(1);
  });

  const words = `The block of ${student.username}`;
  await test.step("lengths on paper are checked, and the draft is sent along", async () => {
    await page.open(`${url}/tls/assignments`);
    await page.seeText(TASK);
    const label = await page.run((title: string) => {
      const items = [...document.querySelectorAll("main li[aria-labelledby]")];
      const item = items.find((each) => each.querySelector("h3")?.textContent === title);
      return item?.getAttribute("aria-labelledby");
    }, TASK);
    const task = page.within(`[aria-labelledby="${label}"]`);
    await task.fill("Half hip", "50");
    await task.press("textbox", "Half hip", Key.ENTER);
    await task.seeText(/Too short by 2\scm: the draft has 52\scm\./);
    await task.click("checkbox", "Send my draft along");
    await task.fill("Comment", words);
    await task.click("button", "Upload");
    await task.seeText("skirt-block.pattern.json");
  });

  await test.step("the tutor sees the draft", async () => {
    const desk = await openBrowser();
    await desk.open(`${url}/tls/desk`);
    await signIn(desk, tutor);
    await desk.click("link", new RegExp(words));
    await desk.seeText(/Too short by 2\scm: the draft has 52\scm\./);
    const pieces = () =>
      desk.run(() =>
        Boolean(document.querySelector("[aria-label='Skirt: the pieces of the draft']")),
      );
    await desk.until("the pieces", pieces);
  });
});
