import { expect, type Page } from "playwright/test";
import { failures } from "./answers.ts";
import { dana, test } from "./school.ts";
import { COURSE, choose, heading, openInside, signIn } from "./steps.ts";

const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });

test("searches and opens the reference works of the selected course", async ({ page }) => {
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

  await test.step("fetches pictures when they scroll into view, and reports one that cannot be fetched", async () => {
    const fetched: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith("/glossary/fetchImage")) fetched.push(searchParams.get("title") ?? "");
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

  await test.step("how to study is a text with a table of contents", async () => {
    await openInside(page, "/tls/how-to-study");
    const contents = page.getByRole("navigation", { name: "Contents" });
    await expect(contents.getByRole("link").first()).toHaveText("Your first steps here");
    await contents.getByRole("link", { name: "Order and pace" }).click();
    await expect(page.getByRole("heading", { name: "Order and pace", level: 2 })).toBeInViewport();
    await search(page).fill("figure letters");
    await expect(contents.getByRole("link")).toHaveText(["How a lesson works"]);
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
