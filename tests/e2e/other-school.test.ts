import path from "node:path";
import { expect, type Page } from "playwright/test";
import { startOtherSchool } from "./other-school.ts";
import { type Account, test as ours } from "./school.ts";
import { choose, heading, openInside, openMenu, signInForm, submitSignIn } from "./steps.ts";

/** Our web app at a school with another server implementation. */
const test = ours.extend<{ other: Awaited<ReturnType<typeof startOtherSchool>> }>({
  other: async ({ browserName: _ }, use, { project }) => {
    const build = project.name === "preact" ? "online" : `online-${project.name}`;
    const other = await startOtherSchool(path.join(import.meta.dirname, "../../dist", build));
    await use(other);
    await other.stop();
  },
  baseURL: async ({ other }, use) => use(other.url),
});

const eleni: Account = { username: "eleni", password: "κλωστή", firstName: "eleni" };
const COURSE = "/tls/lessons/SEW/BASIC";

const tile = (page: Page, name: string) =>
  page.getByRole("list", { name: "Lessons", exact: true }).getByRole("link", { name });
const complete = async (page: Page) => {
  await page.getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
};

test("studies at a school with another server", async ({ page, other }) => {
  const hasDone = (...lessons: string[]) => {
    other.students.get("eleni")?.done.splice(0, Infinity, ...lessons);
  };

  await test.step("a student of another school signs in, studies, returns and signs out", async () => {
    await page.goto("/tls/");
    await submitSignIn(page, { ...eleni, password: "wrong" });
    await expect(page.getByRole("alert")).toContainText("Wrong username and/or password");
    await submitSignIn(page, eleni);
    await expect(heading(page)).toHaveText("Profile");
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: "The Other Needle" })).toBeVisible();
    await expect(footer).toContainText("+30 210 555");

    const courses = await openMenu(page, "Courses");
    const old = courses.getByRole("menuitem", { name: "Last year's course" });
    await expect(old).toBeDisabled();
    await expect(old).toHaveAccessibleDescription(/^Expired on/);
    await page.keyboard.press("Escape");
    await choose(page, "Courses", "Sewing for a start");
    await expect(page).toHaveURL(COURSE);
    await expect(heading(page)).toHaveText("Sewing for a start");
    await expect(tile(page, "Choosing a needle")).toHaveAccessibleDescription("Next lesson");
    await expect(tile(page, "Stitches by hand")).toHaveAccessibleDescription("Not yet active");

    await tile(page, "Choosing a needle").click();
    await expect(page.getByText("All about “Choosing a needle”, sheet 1.")).toBeVisible();
    await expect(page.getByRole("img", { name: "Two pins" })).toHaveJSProperty("naturalWidth", 9);
    await expect(page.getByText("This picture could not be fetched.")).toBeVisible();
    await complete(page);
    await page.getByRole("link", { name: "Next lesson" }).click();

    await expect(heading(page)).toHaveText("Stitches by hand");
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByRole("button", { name: "Next page" }).click();
    await expect(pages).toContainText("Page 2 of 2");
    await page.getByRole("list", { name: "Parts of this lesson" }).getByRole("link").click();
    await expect(heading(page)).toHaveText("The backstitch");
    await complete(page);
    await page.getByRole("link", { name: "Part of: Stitches by hand" }).click();
    await expect(heading(page)).toHaveText("Stitches by hand");
    await complete(page);

    await page.reload();
    await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await page.getByRole("button", { name: "By machine" }).click();
    await expect(tile(page, "Stitches by machine")).toHaveAccessibleDescription("Next lesson");
    expect(other.students.get("eleni")?.done).toEqual(["needles", "backstitch", "S1_ml"]);

    await choose(page, /^Hello, eleni/, "Logout");
    await expect(signInForm(page)).toBeVisible();
    await expect.poll(() => other.calls).toContain("POST /user/logout");
    await submitSignIn(page, eleni);
    await expect(page.getByRole("button", { name: /^Hello, eleni/ })).toBeVisible();
    await openInside(page, COURSE);
    await expect(tile(page, "Stitches by machine")).toHaveAccessibleDescription("Next lesson");
    await page.getByRole("button", { name: "By hand" }).click();
    await expect(tile(page, "Choosing a needle")).toHaveAccessibleDescription("Completed");
  });

  await test.step("a part of a main lesson opens by its address, though only the main lesson names it", async () => {
    hasDone("needles", "S1_ml");
    await page.goto(`${COURSE}/zigzag`);
    await expect(heading(page)).toHaveText("The zigzag stitch");
    await expect(page.getByRole("link", { name: "Part of: Stitches by machine" })).toBeVisible();
    await complete(page);
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await expect(page.getByRole("button", { name: "By machine" })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await expect(tile(page, "Stitches by machine")).toHaveAccessibleDescription("Next lesson");
  });

  await test.step("an expired or unknown course shows a message", async () => {
    await openInside(page, "/tls/lessons/SEW/OLD");
    await expect(page.getByRole("alert")).toContainText("This course expired on Jul 5, 2021.");
    await openInside(page, "/tls/lessons/SEW/NEW");
    await expect(page.getByRole("alert")).toContainText("You do not have this course.");
  });

  await test.step("an expired token leads to the sign-in form, and back after signing in", async () => {
    // The app learns of that after the next sign-in.
    hasDone();
    await openInside(page, COURSE);
    await page.getByRole("button", { name: "By hand" }).click();
    other.endSessionsAt("/lessons/needles");
    await tile(page, "Choosing a needle").click();
    await expect(signInForm(page)).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("Your session has ended.");
    await submitSignIn(page, eleni);
    await expect(heading(page)).toHaveText("Choosing a needle");
  });

  await test.step("a part of a closed main lesson stays closed, and the page says what to study first", async () => {
    await openInside(page, `${COURSE}/zigzag`);
    await expect(heading(page)).toHaveText("This lesson is not yet active");
    await page.getByRole("link", { name: "Study this one first: Choosing a needle" }).click();
    await expect(heading(page)).toHaveText("Choosing a needle");
  });
});
