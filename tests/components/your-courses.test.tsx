import { expect, test } from "vitest";
import { YourCourses } from "../../src/features/profile/courses/your-courses.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { userCourses } from "../unit/support/small-course.ts";
import { descriptionOf, getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { type Opened, renderApp, waitUntil } from "./render.tsx";

/** The courses of somebody who has completed these lessons. */
const show = async (done: number[] = [], before: (opened: Opened) => unknown = () => {}) => {
  const opened = await openSignedIn();
  for (const id of done) opened.school.people.get("dana")?.completed.set(id, "2026-03-01");
  await before(opened);
  await opened.courses.load();
  await renderApp(opened.app, <YourCourses />);
  return opened;
};
const goOn = () => waitUntil(() => queryAllByRole("link").find((link) => /: /.test(nameOf(link))));
const picturesAsked = ({ requests }: Opened["school"]) =>
  requests
    .filter(({ call }) => call === "GET /menu/icons")
    .map(({ request }) => new URL(request.url).searchParams.get("title"))
    .toSorted();
const addressOf = (link: HTMLElement) => {
  const { pathname, search } = new URL((link as HTMLAnchorElement).href);
  return pathname + search;
};

test("your courses show a picture, a tape with what is done, and a button that begins", async () => {
  const { school } = await show();
  const button = await goOn();
  expect(nameOf(button)).toBe("Begin: paper");
  expect(addressOf(button)).toBe("/lessons/PM/PMB/paper");
  const tape = getByRole("progressbar", "0 of 4 lessons completed");
  expect(tape.getAttribute("aria-valuemax")).toBe("4");
  const picture = await waitUntil(() =>
    document.querySelector<HTMLImageElement>("li:first-child img"),
  );
  expect(picture.alt).toBe("");
  expect(picturesAsked(school)).toEqual(["paper.svg", "skirts.svg"]);
});

test("your courses go on at the lesson and page where the person was, with the product that is there already", async () => {
  const { school } = await show([1], async ({ courses, study, place }) => {
    await courses.load();
    await study.ensure("PM", "PMB");
    place.selectLesson("lines_ml", null);
    place.selectPage(2);
  });
  const button = await goOn();
  expect(nameOf(button)).toBe("Continue: lines_ml");
  expect(addressOf(button)).toBe("/lessons/PM/PMB/lines_ml?page=2");
  expect(school.count("GET /products/PM/skeleton")).toBe(1);
});

test("your courses open a finished course at its lessons", async () => {
  await show([1, 2, 5, 6]);
  await waitUntil(() => queryByRole("progressbar", "4 of 4 lessons completed"));
  const button = getByRole("link", "Open the course");
  expect(addressOf(button)).toBe("/lessons/PM/PMB");
  expect(descriptionOf(button)).toBe("PMB");
});

test("your courses can be opened without their progress, as on a line that breaks", async () => {
  const { school } = await show([], ({ school: own }) =>
    own.answer("GET /products/PM/skeleton", () => own.refusal(500, "")),
  );
  await waitUntil(() => school.count("GET /products/PM/skeleton") === 1);
  expect(queryByRole("progressbar")).toBeNull();
  expect(addressOf(getByRole("link", "Open the course"))).toBe("/lessons/PM/PMB");
  // The name stands in for the picture.
  expect(document.querySelector("li b")?.textContent).toBe("P");
});

test("your courses have one filled button: that of the course studied last, also after a fresh sign-in", async () => {
  // PMB comes last in the menu.
  const [last, ...others] = userCourses.map((course) => ({
    ...course,
    order: course.key === "PMB" ? 9 : course.order,
    user_courses: userCourses[0]?.user_courses,
  }));
  const filled = () => queryAllByRole("link").filter((link) => link.matches(".button:not(.quiet)"));
  const progress = [
    { lesson_id: 1, course_id: last?.id, opened: "2026-03-02T08:00:00Z" },
    { lesson_id: 3, course_id: others[0]?.id, opened: "2026-03-01T08:00:00Z" },
  ];
  await show([], ({ school }) => {
    school.answerWith("GET /user/courses", { courses: [...others, last] });
    school.answerWith("GET /user/progress", { progress });
  });
  await waitUntil(() => filled().length === 1);
  expect(filled().map(nameOf)).toEqual(["Begin: paper"]);
});

test("your courses say why a course is closed, and offer no button for it", async () => {
  await show();
  await goOn();
  const items = queryAllByRole("listitem").map((item) => item.textContent);
  expect(items[1]).toMatch(/PMS.*Expired on February 6, 2026/);
  expect(items[2]).toMatch(/PMN.*No active subscription/);
  expect(queryAllByRole("link").map(nameOf)).toEqual(["PMB", "Begin: paper"]);
});
