import { expect, type Page } from "playwright/test";
import { item, openAssignments, PRACTICE, photo, tutor } from "./hand-ins.ts";
import { PHONE } from "./phone.ts";
import { type Account, test } from "./school.ts";
import { heading, lessonAddress, openInside, submitSignIn, WORKPLACE } from "./steps.ts";

test.use(PHONE);

/** Calls the school as somebody with an account. */
const callAs = async (school: string, { username, password }: Account) => {
  const send = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${school}/api${path}`, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return answer.json();
  };
  const type = { "content-type": "application/json" };
  const body = JSON.stringify({ username, password, sessionId: null });
  const { token } = await send("/user/login", { method: "POST", headers: type, body });
  const authorization = `Bearer ${token}`;
  return {
    get: (path: string) => send(path, { headers: { authorization } }),
    post: (path: string, json: object) =>
      send(path, {
        method: "POST",
        headers: { ...type, authorization },
        body: JSON.stringify(json),
      }),
  };
};

/** The tutor answers what the student has handed in last. */
const answer = async (school: string, text: string): Promise<void> => {
  const api = await callAs(school, tutor);
  const { assignments } = await api.get("/user/assignments?state=uploaded&limit=200");
  const waiting = assignments.findLast(
    ({ id, uploads }: { id: number; uploads: { comment: string }[] }) =>
      id === PRACTICE.id && uploads.at(-1)?.comment === text,
  );
  await api.post(`/user/assignments/${PRACTICE.id}/feedback`, {
    student_id: waiting.student.id,
    upload_id: waiting.uploads.at(-1).id,
    state: "returned",
    text: `About ${text}`,
  });
};

const tab = (page: Page) =>
  page.getByRole("navigation", { name: "Main pages" }).getByRole("link", { name: /^Assignments/ });

const notice = (page: Page) => page.getByRole("complementary", { name: "Assignments" });

/** As when the person comes back to the page: it asks at once. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("an answer is said on each screen while the app is open, and after a sign-in, until it is seen", async ({
  page,
  school,
  student,
}) => {
  await openAssignments(page, school, student);
  await item(page)
    .getByLabel("Choose files")
    .setInputFiles(await photo(page, "sheet.jpg"));
  await item(page).getByRole("textbox", { name: "Comment" }).fill(student.username);
  await item(page).getByRole("button", { name: "Upload" }).tap();
  await expect(item(page)).toContainText("Handed in.");
  const asked = page.waitForResponse("**/api/user/unseen?**");
  await openInside(page, lessonAddress(WORKPLACE));
  await expect(page.getByRole("article")).toBeVisible();
  await asked;

  await answer(school, student.username);
  await comeBack(page);
  const words = `Your tutor has answered: ${PRACTICE.title}`;
  const plain = (text: string | null) => text?.replace(/[\u2066-\u2069]/g, "");
  await expect(page.getByRole("status").filter({ hasText: /has answered/ })).toBeVisible();
  await expect(tab(page)).toHaveAccessibleName("Assignments, 1 new answer");
  for (const address of ["/tls/profile", "/tls/progress", lessonAddress(WORKPLACE)]) {
    await openInside(page, address);
    await expect(notice(page), address).toBeVisible();
    expect(plain(await notice(page).textContent())).toContain(words);
  }

  await test.step("after a sign-in", async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto("/tls/");
    await submitSignIn(page, student);
    await expect(notice(page)).toBeVisible();
  });

  await notice(page).getByRole("link").tap();
  await expect(heading(page)).toHaveText("Assignments");
  const first = page.getByRole("main").locator("[data-own] > li").first();
  await expect(first).toContainText(`About ${student.username}`);
  await first.getByText("New", { exact: true }).scrollIntoViewIfNeeded();
  await expect(tab(page)).toHaveAccessibleName("Assignments");
  await openInside(page, "/tls/progress");
  await expect(heading(page)).toHaveText("Today's class");
  await expect(notice(page)).toHaveCount(0);
});
