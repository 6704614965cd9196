import { expect, type Page } from "playwright/test";
import { getInstructions, type Instruction } from "../../src/contract/reference.ts";
import { answerTo } from "../answer-to.ts";
import { failures } from "./answers.ts";
import { dana, test } from "./school.ts";
import { COURSE, choose, heading, openInside, signIn } from "./steps.ts";

const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });

/** A sheet of how to study, with the ids of our school. */
interface Sheet extends Instruction {
  id: number;
  courseId: number | null;
}

/** Adds to how to study a sheet for the course PMB and one for SWB. */
const addCourseSheets = (page: Page) =>
  page.route("**/api/menu/instructions", async (route) => {
    const { courseInstructions }: { courseInstructions: Sheet[] } = await (
      await route.fetch()
    ).json();
    const courses = await page.request.get("/api/user/courses", {
      headers: { authorization: route.request().headers().authorization ?? "" },
    });
    const mine: { id: number; key: string }[] = (await courses.json()).courses;
    const sheetOf = (id: number, key: string, title: string) => ({
      id,
      order: id,
      courseId: mine.find((course) => course.key === key)?.id ?? null,
      translations: [{ language: "en", title, html: "<p>Words.</p>" }],
    });
    await route.fulfill({
      json: answerTo(getInstructions, {
        courseInstructions: [
          ...courseInstructions,
          sheetOf(10_001, "SWB", "For sewing"),
          sheetOf(10_002, "PMB", "For blocks"),
        ],
      }),
    });
  });

test("searches and opens the reference works of the selected course", async ({ page }) => {
  await addCourseSheets(page);
  await signIn(page, dana, COURSE);

  await test.step("the questions open and are searched, in the other language too", async () => {
    await openInside(page, "/tls/faq");
    const question = page.getByRole("button", { name: "Why are some lessons closed?" });
    await question.press("Enter");
    await expect(page.getByText("Lessons open in order.")).toBeVisible();
    await search(page).fill("שיעורים סגורים");
    await expect(question).toBeVisible();
    await search(page).fill("qqq");
    await expect(page.getByRole("status").getByText("Nothing found for “qqq”.")).toBeVisible();
  });

  await test.step("the glossary", async () => {
    await test.step("fetches pictures when they scroll into view, and reports one that cannot be fetched", async () => {
      const fetched: string[] = [];
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname.endsWith("/glossary/fetchImage"))
          fetched.push(searchParams.get("title") ?? "");
      });
      await openInside(page, "/tls/glossary");
      await expect(page.getByRole("img", { name: "Picture: armscye" })).toBeVisible();
      expect(fetched).not.toContain("yoke.svg");
      const letters = page.getByRole("navigation", { name: "Letters" });
      await letters.getByRole("link", { name: "Y" }).click();
      await expect(page.getByRole("heading", { name: "Y", exact: true })).toBeInViewport();
      await expect(page.getByRole("img", { name: "Picture: yoke" })).toBeInViewport();
      expect(fetched).toContain("yoke.svg");

      await page.route("**/glossary/fetchImage?title=notch.svg", failures["no network"]);
      await openInside(page, "/tls/glossary?term=notch");
      await expect(page.getByText("This picture could not be fetched.")).toBeVisible();
    });

    await test.step("opens at the term that the address names, in any case", async () => {
      await openInside(page, "/tls/glossary?term=TopStitching");
      const entry = page.locator("dt", { hasText: "topstitching" });
      await expect(entry).toBeInViewport();
      await expect(entry).toBeFocused();
    });
  });

  await test.step("how to study is a text with a table of contents", async () => {
    await openInside(page, "/tls/how-to-study");
    const contents = page.getByRole("navigation", { name: "Contents" });
    await expect(contents.getByRole("link").first()).toHaveText("Your first steps here");
    const titles = await contents.getByRole("link").allTextContents();
    await expect(page.getByRole("main").getByRole("region")).toHaveCount(titles.length);
    await contents.getByRole("link", { name: "Order and pace" }).click();
    await expect(page.getByRole("heading", { name: "Order and pace", level: 2 })).toBeInViewport();
    await search(page).fill("figure letters");
    await expect(contents.getByRole("link")).toHaveText(["How a lesson works"]);
  });

  await test.step("how to study keeps the selected course", async () => {
    // Without a selected course the sheets of all courses would be shown.
    await search(page).fill("");
    const contents = page.getByRole("navigation", { name: "Contents" });
    await expect(contents.getByRole("link").first()).toHaveText("Your first steps here");
    await expect(contents.getByRole("link").last()).toHaveText("For blocks");
    await expect(contents.getByRole("link", { name: "For sewing" })).toHaveCount(0);
  });

  await test.step("the user menu leads to each of them", async () => {
    for (const [name, address] of [
      ["FAQ", "/tls/faq"],
      ["Glossary", "/tls/glossary"],
      ["How to study", "/tls/how-to-study"],
    ] as const) {
      await choose(page, "Hello, Dana", name);
      await expect(heading(page)).toHaveText(name);
      await expect(page).toHaveURL(new RegExp(`${address}$`));
      await expect(page).toHaveTitle(new RegExp(`^${name} · `));
      await expect(search(page)).toBeVisible();
    }
  });
});
