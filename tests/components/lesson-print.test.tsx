import { expect, onTestFinished, test, vi } from "vitest";
import { getAssignments } from "../../src/contract/assignments.ts";
import LessonAssignment from "../../src/features/assignments/lesson-assignment.tsx";
import LessonScreen from "../../src/features/lessons/lesson-screen.tsx";
import { prepareHtmlText } from "../../src/ui/html-text.tsx";
import { answerTo } from "../answer-to.ts";
import { jpeg } from "../support/photos.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { handedIn, LIST } from "../unit/support/open-assignments.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, visit } from "./person.ts";
import { renderApp, waitUntil } from "./render.tsx";

/** What stands on paper, at the time of each printing. */
const watchPrinting = () => {
  const printed: { headings: (string | null)[]; pictures: (string | null)[] }[] = [];
  const onPaper = () => [...document.querySelectorAll<HTMLElement>("[data-on-paper]")];
  vi.stubGlobal("print", () =>
    printed.push({
      headings: onPaper().flatMap((part) =>
        queryAllByRole("heading", part).map(({ textContent }) => textContent),
      ),
      pictures: onPaper().flatMap((part) =>
        [...part.querySelectorAll("img")].map(({ alt }) => alt),
      ),
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return printed;
};

test("a lesson that is printed from its first page has its assignment, with pictures far below the screen", async () => {
  const printed = watchPrinting();
  // Nothing comes into view.
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  await prepareHtmlText();
  const { app, courses, school } = await openSignedIn("boss");
  await courses.load();
  const photo = { name: "hem.jpg", size: 9, type: "image/jpeg" };
  const feedback = { text: "Mend the hem", date: "2026-03-03T09:00:00Z", tutor: "Ruth" };
  const files = [{ ...photo, marked: { ...photo, name: "hem-marked.jpg" } }];
  const uploads = (handedIn.uploads ?? []).map((upload) => ({ ...upload, files, feedback }));
  const assignments = [{ ...handedIn, uploads }];
  school.answerWith(LIST, answerTo(getAssignments, { assignments, cursor: null }));
  const picture = "GET /user/assignments/5/uploads/31/marked/0";
  school.answer(picture, (context) => context.body(jpeg() as never));
  visit("/lessons/PM/PMB/curve");
  const place = { product: "PM", course: "PMB", lesson: "curve" };
  await renderApp(app, <LessonScreen {...place} tools={null} Assignment={LessonAssignment} />);
  await waitUntil(() => queryByRole("button", "Print"));
  expect(queryByRole("heading", "Assignment")).toBeNull();
  await click(getByRole("button", "Print"));
  await waitUntil(() => printed.length > 0);
  expect(printed).toEqual([
    { headings: ["curve", "Page", "Page", "Assignment", "Block"], pictures: ["hem-marked.jpg"] },
  ]);
  dispatchEvent(new Event("afterprint"));
  await waitUntil(() => queryByRole("heading", "Assignment") === null);
});
