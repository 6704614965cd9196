import { expect, type Page } from "playwright/test";
import { lookForFaults } from "../../scripts/matrix/look-for-faults.ts";
import { findings } from "./axe-findings.ts";
import { PRACTICE, phonePhoto, photo, reachAssignment, tutor, uploadsAt } from "./hand-ins.ts";
import { PHONE } from "./phone.ts";
import { type Account, test } from "./school.ts";
import { speak } from "./speak.ts";
import { COURSE, heading, lessonAddress, openInside, signInByForm, WORKPLACE } from "./steps.ts";

const LESSON = lessonAddress({ key: "practice-sheet" });
const POST = /\/api\/user\/assignments$/;

test.use(PHONE);

const region = (page: Page) => page.getByRole("region", { name: "Assignment" });

/** A tutor returns a hand-in, without a browser. @param comment finds it */
const giveBack = async (school: string, comment: string, text: string): Promise<void> => {
  const json = async (path: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(`${school}/api${path}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok, path).toBe(true);
    return answer.json();
  };
  const { username, password } = tutor;
  const { token } = await json("/user/login", {}, { username, password, sessionId: null });
  const asTutor = { authorization: `Bearer ${token}` };
  const { assignments } = await json("/user/assignments?state=uploaded", asTutor);
  const found = assignments.find(({ uploads }: { uploads: { comment: string }[] }) =>
    uploads.some((upload) => upload.comment === comment),
  );
  await json(`/user/assignments/${found.id}/feedback`, asTutor, {
    student_id: found.student.id,
    upload_id: found.uploads.at(-1).id,
    ...{ state: "returned", text },
  });
};

const expectNoFaults = async (page: Page, where: string) => {
  expect(await page.evaluate(lookForFaults), where).toEqual([]);
  expect(await findings(page), where).toEqual([]);
};

test("hands in inside the lesson on a phone, and sees the answer there", async ({
  page,
  school,
  student,
}) => {
  const words = `The side curve of ${student.username}`;
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (/\/tls\/talk\.|\/api\/user\/assignments/.test(request.url())) fetched.push(request.url());
  });
  await reachAssignment(school, student);
  await signInByForm(page, student as Account, COURSE);

  await test.step("a lesson without an assignment fetches nothing of it", async () => {
    await openInside(page, lessonAddress(WORKPLACE));
    await expect(heading(page)).toHaveText(WORKPLACE.title);
    await expect(page.getByRole("link", { name: "Next lesson" })).toBeVisible();
    expect(fetched).toEqual([]);
  });

  await test.step("Today leads to the form at the end of the lesson", async () => {
    await openInside(page, "/tls/progress");
    const waiting = page.getByRole("list", { name: "Assignments waiting" });
    await waiting.getByRole("link", { name: PRACTICE.title }).click();
    await expect(heading(page)).toHaveText("Practice sheet");
    await expect(region(page).getByRole("heading", { name: "Assignment" })).toBeFocused();
    await expect(region(page).getByRole("heading", { name: PRACTICE.title })).toBeInViewport();
    await expect(region(page)).toContainText("To hand in");
    await expect(region(page).getByRole("list", { name: "How it is judged" })).toContainText(
      "Every point has its letter.",
    );
    await expectNoFaults(page, "the open assignment");
  });

  await test.step("two photos of a phone are handed in at the end of the lesson, also after the line was cut", async () => {
    const large = await phonePhoto(page, "large.jpg", 3 * 1024 * 1024);
    await region(page)
      .getByLabel("Take a photo")
      .setInputFiles(await photo(page, "corner.jpg"));
    await region(page).getByLabel("Choose files").setInputFiles(large);
    const chosen = region(page).getByRole("list", { name: "Chosen files" });
    await expect(chosen.getByRole("listitem")).toHaveCount(2);
    await expect(chosen).toContainText(/Made smaller: 3\.1 MB → \d+ kB/);
    // The camera was held upright: the picture is 240 pixels wide and 320 high.
    await expect(chosen.locator("img").last()).toHaveJSProperty("naturalHeight", 320);
    await region(page).getByRole("textbox", { name: "Comment" }).fill(words);
    await expectNoFaults(page, "the filled form");

    await page.route(POST, (route) => route.abort("internetdisconnected"), { times: 1 });
    await region(page).getByRole("button", { name: "Upload" }).click();
    await expect(region(page).getByRole("alert")).toBeInViewport();
    await expect(chosen.getByRole("listitem")).toHaveCount(2);
    await expect(region(page).getByRole("textbox", { name: "Comment" })).toHaveValue(words);
    await region(page).getByRole("button", { name: "Upload" }).click();

    const said = region(page).getByRole("status").filter({ hasText: "Handed in." });
    await expect(said).toBeInViewport();
    await expect(region(page).getByRole("heading", { name: PRACTICE.title })).toBeFocused();
    await expect(page).toHaveURL(/practice-sheet/);
    await expect(region(page).getByRole("list", { name: "Hand-ins" })).toContainText(words);
    await expectNoFaults(page, "the assignment that was handed in");
  });

  await test.step("the tutor's answer stands in the lesson, on the screen and on paper", async () => {
    await giveBack(school, words, "Square the corner at B");
    await page.goto(LESSON);
    const answer = region(page).getByRole("blockquote");
    await expect(answer).toContainText("Square the corner at B");
    await expect(region(page)).toContainText("Returned");
    await speak(page, "he");
    await expect(page.getByRole("region", { name: "מטלה" })).toContainText("ליד כל נקודה יש אות.");
    await expectNoFaults(page, "the answer, in Hebrew");
    await speak(page, "en");

    await page.emulateMedia({ media: "print" });
    await expect(answer).toBeVisible();
    await expect(region(page).getByText("Every point has its letter.")).toBeVisible();
    await expect(region(page).getByRole("button", { name: "Upload" })).toBeHidden();
    await page.emulateMedia({ media: null });
  });

  // Asking the school ends the session here.
  const [upload, more] = await uploadsAt(school, student);
  expect(more).toBeUndefined();
  expect(upload?.files.map(({ name }) => name)).toEqual(["corner.jpg", "large.jpg"]);
  expect(upload?.files[1]?.size).toBeLessThan(100_000);
});
