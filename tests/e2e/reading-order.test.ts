import { expect } from "playwright/test";
import { item, PRACTICE, photo, reachAssignment } from "./hand-ins.ts";
import { test } from "./school.ts";
import { COURSE, choose, heading, lessonAddress, openInside, signIn, WORKPLACE } from "./steps.ts";
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
