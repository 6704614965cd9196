import { expect } from "playwright/test";
import { item, PRACTICE, photo, reachAssignment } from "./hand-ins.ts";
import { test } from "./school.ts";
import {
  COURSE,
  choose,
  heading,
  lessonAddress,
  openInside,
  PAPER,
  signIn,
  WORKPLACE,
} from "./steps.ts";
import { tabTo } from "./tab-to.ts";

test("reads each screen in the order of its use", async ({ page, elsewhere, school, student }) => {
  const main = page.getByRole("main");
  await reachAssignment(school, student);

  await test.step("signing in is read as name, password, button", async () => {
    await elsewhere.goto(`${school}/tls/`);
    await expect(elsewhere.locator("body")).toMatchAriaSnapshot(`
      - link "Skip to content"
      - banner:
        - link "Selvedge School"
        - button "Language"
      - main:
        - heading "Sign in" [level=1]
        - form "Sign in":
          - textbox "Username"
          - textbox "Password"
          - button "Show password"
          - button "Sign in"
          - button "Forgot password?"
    `);
  });

  await test.step("a course is read as its progress, chapters, sections and lessons", async () => {
    await signIn(page, student, COURSE);
    await expect(page.locator("body")).toMatchAriaSnapshot(`
      - link "Skip to content"
      - banner:
        - link "Selvedge School"
        - button "Courses"
        - button "Progress"
        - button "Hello, Noa"
        - button "Language"
      - main:
        - heading "Pattern making basics" [level=1]
        - button "Search lessons"
        - progressbar "6 of 51 lessons completed"
        - navigation "Course menu":
          - list:
            - listitem:
              - button "Tools and paper"
        - navigation "Sections":
          - list:
            - listitem:
              - button "Table and paper"
        - list "Lessons":
          - listitem:
            - link "Your first lines"
            - text: Completed
      - contentinfo
    `);
  });

  await test.step("a lesson is read as its title, its place, its text and what comes next", async () => {
    await openInside(page, lessonAddress(WORKPLACE));
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - article:
          - heading "Your place to work" [level=1]
          - paragraph: Lesson 1 of 2 in “Table and paper” About 2 minutes to read
          - button "Note"
          - button "Print"
          - paragraph: /^A pattern is a drawing/
          - figure:
            - img /^A person stands/
            - button /^Enlarge picture/
          - heading "The table" [level=2]
          - heading "Light" [level=2]
          - paragraph:
            - button "Completed" [disabled]
          - paragraph: "Next: Paper and how to join it"
          - paragraph:
            - link "Next lesson"
    `);
  });

  await test.step("work is handed in with the keyboard alone, and read as task, files, comment, button", async () => {
    await openInside(page, "/tls/assignments");
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading "Assignments" [level=1]
        - heading "Pattern making basics" [level=2]
        - list "Pattern making basics":
          - listitem "${PRACTICE.title}":
            - heading "${PRACTICE.title}" [level=3]
            - text: To hand in
            - status
            - list "How it is judged"
            - paragraph:
              - link "Go to the lesson"
            - paragraph:
              - button "Choose files"
              - text: /Photos of any size/
            - textbox "Comment"
            - button "Upload"
    `);
    // Before the steps of the Tab key: the browser takes a moment to hand over its choosers.
    const chooser = page.waitForEvent("filechooser");
    await tabTo(page, item(page).getByLabel("Choose files"));
    await page.keyboard.press("Enter");
    await (await chooser).setFiles([await photo(page, "hem.jpg")]);
    await tabTo(page, item(page).getByRole("textbox", { name: "Comment" }));
    await page.keyboard.type("The corners are square.");
    await tabTo(page, item(page).getByRole("button", { name: "Upload" }));
    await page.keyboard.press("Enter");
    await expect(item(page).getByRole("status")).toContainText("Handed in.");
    await expect(item(page).getByRole("heading", { name: PRACTICE.title })).toBeFocused();
  });

  await test.step("a message is sent with the keyboard alone, and read as subject, text, files, button", async () => {
    await choose(page, "Hello, Noa", "Tutor talk");
    await expect(heading(page)).toHaveText("Tutor talk");
    await tabTo(page, page.getByRole("button", { name: "New message" }));
    await page.keyboard.press("Enter");
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading "Tutor talk" [level=1]
        - paragraph:
          - button "New message"
        - heading "New message" [level=2]
        - form "New message":
          - textbox "Subject"
          - textbox "Message"
          - paragraph:
            - button "Attach files"
          - button "Send"
    `);
    await tabTo(page, page.getByRole("textbox", { name: "Subject" }));
    await page.keyboard.type("A seam");
    await page.keyboard.press("Tab");
    await page.keyboard.type("How wide may it be?");
    await tabTo(page, page.getByRole("button", { name: "Send", exact: true }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "A seam", level: 2 })).toBeFocused();
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - list "Conversations":
          - listitem:
            - link /A seam/
        - heading "A seam" [level=2]
        - list
    `);
  });
});

test("signs in and studies by keyboard alone", { tag: "@runtime" }, async ({ page, student }) => {
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const link = (name: string) => page.getByRole("link", { name });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  await page.goto("/");
  await tabTo(page, page.getByRole("textbox", { name: "Username" }));
  await page.keyboard.type(student.username);
  await press("Tab");
  await page.keyboard.type(student.password);
  await press("Enter");
  await expect(heading(page)).toHaveText("Profile");

  await tabTo(page, button("Courses"));
  await press("Enter");
  await expect(page.getByRole("menuitem", { name: "Pattern making basics" })).toBeFocused();
  await press("Enter");
  await expect(heading(page)).toHaveText("Pattern making basics");

  await tabTo(page, button("Measuring"));
  await press("Enter");
  await tabTo(page, button("The measurement sheet"));
  await press("Space");
  await expect(button("The measurement sheet")).toHaveAttribute("aria-current", "true");
  const closed = page.getByRole("list", { name: "Lessons" }).getByRole("link").first();
  await tabTo(page, closed);
  await press("Enter");
  await expect(closed).toHaveAccessibleDescription("Not yet active");

  await tabTo(page, button("Tools and paper"));
  await press("Enter");
  await tabTo(page, link(WORKPLACE.title));
  await press("Enter");
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText(WORKPLACE.title);
  await tabTo(page, button("Mark as complete"));
  await press("Enter");
  await expect(button("Completed")).toBeFocused();
  await tabTo(page, link("Next lesson"));
  await press("Enter");
  await expect(heading(page)).toHaveText(PAPER.title);
  await expect(heading(page)).toBeFocused();

  await tabTo(page, button("Language"));
  await press("Enter");
  await expect(page.getByRole("menuitem", { name: "English" })).toBeFocused();
  await press("End", "ArrowUp", "Enter");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(button("שפה")).toBeFocused();
  await press("Enter");
  await expect(page.getByRole("menuitem", { name: "עברית" })).toBeFocused();
  await press("Home", "Enter");
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");

  await tabTo(page, link("Back to lessons"));
  await press("Enter");
  // The link has gone, so the screen that it led to has the focus.
  await expect(heading(page)).toHaveText("Pattern making basics");
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page, button(/^Hello/));
  // A letter leads to the item that begins with it.
  await press("Enter", "r", "Enter");
  await expect(page.getByRole("heading", { name: "Recent notices" })).toBeFocused();
  await press("Escape");
  await expect(button(/^Hello/)).toBeFocused();
  await press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: "Logout" })).toBeFocused();
  await press("Enter");
  await expect(page.getByRole("form", { name: "Sign in" })).toBeVisible();
});
