import type { App } from "../../app-context/app.ts";
import { lazyChunk } from "../../app-context/chunk.ts";
import { LoadingScreen } from "../../app-context/loading-screen.tsx";
import { hasSanitiser } from "../../lib/sanitise-natively.ts";
import { prepareHtmlText } from "../../ui/html-text.tsx";
import LessonScreen from "./lesson-screen.tsx";

const loadLesson = async () => {
  await prepareHtmlText();
  return { default: LessonScreen };
};

/** A lesson. In a browser without a sanitiser of its own it waits for that of the app. */
export const LessonRoute = hasSanitiser() ? LessonScreen : lazyChunk(loadLesson, LoadingScreen);

/**
 * Fetches the data of a course or a lesson while the screen is created. The screen handles failures.
 * @param lesson the lesson's key, or its id as text; absent for a course
 */
export const prefetchLesson = (
  { study, lessons }: App,
  product: string,
  course: string,
  lesson?: string,
): void => {
  void study.ensure(product, course, Boolean(lesson));
  // The lesson's data is fetched by key; for an id, the key is known only once the course is
  // loaded.
  if (lesson && !/^\d+$/.test(lesson) && study.mayBeOpen(product, course, lesson)) {
    void lessons.load(product, lesson);
  }
};
