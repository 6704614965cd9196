import { expect, test } from "vitest";
import { LessonHtml } from "../../src/features/lessons/lesson-html.tsx";
import { SubLessons } from "../../src/features/lessons/lesson-neighbours.tsx";
import { prepareHtmlText } from "../../src/ui/html-text.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { renderApp, waitUntil } from "./render.tsx";

/** The parts of the lesson `lines_ml`, whose pictures are missing. */
const parts = async () => {
  const opened = await openSignedIn();
  opened.school.answer("GET /menu/icons", () => opened.school.refusal(404, ""));
  await opened.courses.load();
  await opened.study.ensure("PM", "PMB");
  const { selection } = opened.study.state;
  if (!selection) throw new Error("no course");
  const subLessons = [3, 4].map((subLessonId) => ({ subLessonId, title: {} }));
  await renderApp(
    opened.app,
    <SubLessons
      page={{ title: "", html: "", subLessons }}
      selection={selection}
      completed={new Set()}
      productKey="PM"
      courseKey="PMB"
    />,
  );
  return queryAllByRole("listitem", getByRole("list", "Parts of this lesson"));
};

test("the parts of a lesson say where a picture cannot be fetched", async () => {
  for (const item of await parts()) {
    await waitUntil(() => item.textContent?.includes("This picture could not be fetched."));
    expect(queryAllByRole("link", item)).toHaveLength(1);
  }
});

/** A lesson with this text. */
const text = async (html: string) => {
  const opened = await openSignedIn();
  const place = { productKey: "PM", courseKey: "PMB", lessonKey: "paper" };
  await prepareHtmlText();
  await renderApp(opened.app, <LessonHtml html={html} language="en" {...place} />);
  return opened;
};

test("a file that a lesson links to says so when it cannot be fetched", async () => {
  const { school, app } = await text('<p><a data-asset="sheet.pdf">The sheet</a></p>');
  school.answer("GET /assets/fetchData", () => school.refusal(404, ""));
  await click(await waitUntil(() => queryAllByRole("link")[0]));
  const shown = await waitUntil(() => app.alerts.state.list[0]);
  expect(shown).toMatchObject({ tone: "error", text: "lesson.file-missing" });
});

test("a link that leads out of the school opens in a new tab and says so", async () => {
  await text(
    '<p><a data-web="https://shop.example/">The shop</a> <a data-web="javascript:alert(1)">No</a></p>',
  );
  const link = getByRole("link", "The shop (leads out of the school)");
  const told = ["href", "target", "rel"].map((name) => link.getAttribute(name));
  expect(told).toEqual(["https://shop.example/", "_blank", "noopener noreferrer"]);
  expect(queryAllByRole("link")).toHaveLength(1);
});
