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
 * Fetches the code and data of a course or a lesson in parallel. The screen handles failures.
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
  // The lesson's data is fetched by key; for an id, the key is known only once the course is
  // loaded.
  if (lesson && !/^\d+$/.test(lesson) && study.mayBeOpen(product, course, lesson)) {
    void lessons.load(product, lesson);
  }
};
