import { rmSync } from "node:fs";
import { expect, type Page, type Request } from "playwright/test";
import { startSchool } from "../../scripts/school/start-school.ts";
import { addStudent } from "../e2e/add-student.ts";
import type { Account } from "../e2e/school.ts";
import {
  choose,
  completeBefore,
  heading,
  openMenu,
  signInForm,
  submitSignIn,
} from "../e2e/steps.ts";
import { folderForMade } from "./shared-school.ts";
import { layOutSmallSchool, type SmallSchool } from "./small-school.ts";
import { openThisComputer, quit, synced } from "./steps.ts";
import { test as story } from "./story.ts";

/** At a school without any product or course of the demo school. */
const test = story.extend<{ student: Account }, { small: SmallSchool }>({
  small: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const small = layOutSmallSchool();
      await use(small);
      rmSync(small.folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  running: [
    async ({ small }, use) => {
      const school = await startSchool({ folder: small.folder });
      const made = folderForMade();
      await use({ ...school, made });
      await school.stop();
      rmSync(made, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  student: async ({ running, small }, use) =>
    use(
      await addStudent(
        running.dataDir,
        small.courses.map(({ key }) => key),
      ),
    ),
});

// One worker runs them all: each would start a school of its own.
test.describe.configure({ mode: "default" });

const tile = (page: Page, name: string) =>
  page.getByRole("list", { name: "Lessons", exact: true }).getByRole("link", { name });

const enter = async (page: Page, student: Account): Promise<void> => {
  await submitSignIn(page, student);
  await expect(signInForm(page)).toHaveCount(0);
};

/** Signs in, and waits until all is stored on this computer. Opens no course. */
const fetchAll = async (page: Page, student: Account): Promise<void> => {
  await enter(page, student);
  await openThisComputer(page);
  await synced(page);
};

const nothingMissing = async (page: Page): Promise<void> => {
  await expect(page.getByText(/could not be fetched/)).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
};

/** A student's data at the school besides courses, created without the app. */
const fillOwn = async (school: string, { username, password }: Account): Promise<void> => {
  const call = async (path: string, method: string, body: object | FormData, token = "") => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${school}/api${path}`, {
      method,
      headers: {
        ...(!isForm && { "content-type": "application/json" }),
        authorization: `Bearer ${token}`,
        "idempotency-key": crypto.randomUUID(),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { token } = await call("/user/login", "POST", { username, password, sessionId: null });
  await call("/user/measurements", "POST", { name: "Spring", units: "cm", values: {} }, token);
  await call("/user/notes/7001", "PUT", { text: "Thin needles" }, token);
  const letter = new FormData();
  letter.set("subject", "My wool");
  letter.set("body", "Which one?");
  const pdf = new Blob(["%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"]);
  letter.append("attachments", pdf, "wool.pdf");
  await call("/user/messages", "POST", letter, token);
};

test("after a sync every screen of every course works at the first start without a network", async ({
  openDesktop,
  machine,
  student,
  line,
  running,
  small,
}) => {
  await fillOwn(running.url, student);
  const options = await machine("hybrid", "activated");
  const before = await openDesktop(options);
  await fetchAll(before.page, student);
  await line.cut();
  await quit(before);

  const { page } = await openDesktop(options);
  await expect(page.getByRole("button", { name: "Courses" })).toBeVisible();
  await expect(page.getByText("Open day")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText("Bobbin School");
  for (const { title, lessons } of small.courses) {
    await choose(page, "Courses", title);
    await expect(heading(page)).toHaveText(title);
    await tile(page, lessons[0] ?? "").click();
    for (const [at, lesson] of lessons.entries()) {
      await expect(heading(page)).toHaveText(lesson);
      const figure = page.getByRole("figure").getByRole("img").first();
      await expect(figure).toHaveJSProperty("naturalWidth", 90);
      if (lesson === "Casting on") {
        await page.getByRole("button", { name: "Note", exact: true }).click();
        await expect(page.getByRole("textbox")).toHaveValue("Thin needles");
      }
      await page.getByRole("button", { name: "Mark as complete" }).click();
      await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
      await nothingMissing(page);
      if (at < lessons.length - 1) await page.getByRole("link", { name: "Next lesson" }).click();
    }
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await expect(tile(page, lessons[0] ?? "")).toHaveAccessibleDescription("Completed");
    await choose(page, "Progress", "Today's class");
    await expect(heading(page)).toHaveText("Today's class");
    await expect(page.getByRole("progressbar", { name: "This week" })).toBeVisible();
    await nothingMissing(page);
  }
  for (const [menu, name, shown] of [
    ["Progress", "Assignments", /Assignments/],
    [/^Hello/, "Profile", /Spring/],
    [/^Hello/, "Tutor talk", /My wool/],
    [/^Hello/, "FAQ", /How do I begin\?/],
    [/^Hello/, "Glossary", /A wedge folded out\./],
    [/^Hello/, "How to study", /How to begin/],
  ] as const) {
    await choose(page, menu, name);
    await expect(heading(page)).toHaveText(name);
    await expect(page.getByRole("main").getByText(shown).first()).toBeVisible();
    await nothingMissing(page);
  }
  await choose(page, /^Hello/, "Tutor talk");
  await page.getByRole("link", { name: /My wool/ }).click();
  await expect(page.getByText("wool.pdf")).toBeVisible();
  await nothingMissing(page);
});

test("two accounts share a computer, and stored content is shown without the school", async ({
  openDesktop,
  machine,
  student,
  line,
  running,
  context,
}) => {
  const other = await addStudent(running.dataDir, ["HAT"]);
  const options = await machine("hybrid", "activated");
  const before = await openDesktop(options);

  await test.step("two accounts on one computer have their own content and state", async () => {
    const { page } = before;
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (/\/files\/(read|bundle)\?/.test(request.url())) fetched.push(request.url());
    });
    const leave = async () => {
      await choose(page, /^Hello/, "Logout");
      await expect(signInForm(page)).toBeVisible();
      fetched.length = 0;
    };
    await fetchAll(page, student);
    await expect(page.getByRole("button", { name: /^Delete .* from this computer$/ })).toHaveCount(
      3,
    );
    await leave();

    await fetchAll(page, other);
    await expect(page.getByText("far fewer files")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Delete .* from this computer$/ })).toHaveCount(
      1,
    );
    expect(fetched).toEqual([]);
    const courses = await openMenu(page, "Courses");
    await expect(courses.getByRole("menuitem")).toHaveText(["Hats by hand"]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Delete Hats by hand from this computer" }).click();
    await expect(page.getByRole("dialog")).toContainText("other courses or accounts");
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByRole("button", { name: /^Fetch Hats by hand/ })).toBeVisible();
    await leave();

    await fetchAll(page, student);
    await expect(page.getByText("far fewer files")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Delete .* from this computer$/ })).toHaveCount(
      3,
    );
    await expect(page.getByText(/100% of it here/)).toHaveCount(3);
    expect(fetched).toEqual([]);
  });

  await test.step("stored content is shown while the school does not answer, and updated when it does", async () => {
    await choose(before.page, "Courses", "Hats by hand");
    await expect(tile(before.page, "Straw")).toHaveAccessibleDescription("Next lesson");
    await quit(before);

    const unanswered = new Set<string>();
    const toSchool = (request: Request) => request.url().startsWith(line.url);
    const pathOf = (request: Request) => new URL(request.url()).pathname.replace(/^\/api/, "");
    context.on("request", (request) => toSchool(request) && unanswered.add(pathOf(request)));
    const answered = (request: Request) => unanswered.delete(pathOf(request));
    context.on("requestfinished", answered);
    context.on("requestfailed", answered);
    await line.hold();
    const { page } = await openDesktop(options);
    await expect(tile(page, "Straw")).toHaveAccessibleDescription("Next lesson");
    // The first request to the school: if the others waited for it, they would not be running yet.
    expect([...unanswered]).toEqual(
      expect.arrayContaining(["/user/courses", "/products", "/user/progress"]),
    );

    // Meanwhile the same person studies elsewhere, and continues here.
    await completeBefore(running.url, student, [{ id: 7101 }]);
    await tile(page, "Straw").click();
    await expect(heading(page)).toHaveText("Straw");
    await line.restore();
    await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
    await expect(heading(page)).toHaveText("Straw");
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await expect(tile(page, "Felt")).toHaveAccessibleDescription("Next lesson");
  });
});
