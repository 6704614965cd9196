import type { App } from "../../app-context/app.ts";
import { lazyChunk } from "../../app-context/chunk.ts";
import { LoadingScreen } from "../../app-context/loading-screen.tsx";
import { withTimeout } from "../../lib/with-timeout.ts";
import { prepareHtmlText } from "../../ui/html-text.tsx";

const ignore = () => undefined;

/** Fetches the code of courses and lessons. Their messages and styles come with the shell's. */
export const loadLessons = () =>
  withTimeout(import(/* webpackChunkName: "lessons" */ "./lessons-screen.tsx"));

const loadLesson = async () => {
  const [module] = await withTimeout(
    Promise.all([
      import(/* webpackChunkName: "lessons" */ "./lesson-screen.tsx"),
      prepareHtmlText(),
    ]),
  );
  return module;
};

/** A course with its lessons. */
export const LessonsRoute = lazyChunk(loadLessons, LoadingScreen);

/** A lesson. */
export const LessonRoute = lazyChunk(loadLesson, LoadingScreen);

/**
 * Fetches what a course or a lesson shows, code and data side by side. The screen handles failures.
 * @param lesson the lesson's key, or its id as text; absent for a course
 */
export const prefetchLesson = (
  { study, lessons }: App,
  product: string,
  course: string,
  lesson?: string,
): void => {
  void study.ensure(product, course, Boolean(lesson));
  loadLessons().catch(ignore);
  // An id is not enough: the key that belongs to it is in the course.
  if (lesson && !/^\d+$/.test(lesson) && study.isWorthAsking(product, course, lesson)) {
    void lessons.load(product, lesson);
  }
};
