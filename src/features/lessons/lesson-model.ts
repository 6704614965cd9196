import { proxy, ref } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import type { Lesson } from "../../contract/content.ts";
import type { LessonFailure } from "../../core/lessons.ts";
import { isOrphan, searchMainLesson } from "../../core/main-lesson.ts";
import type { Selection } from "../../core/study.ts";
import { isMainLesson } from "../../domain/lesson-access.ts";
import { packageOf } from "../../domain/lesson-package.ts";
import { lessonOf, mainLessonOf } from "../../domain/menu-position.ts";

/** How often an open lesson is reported as still open. */
const STILL_OPEN_MS = 60_000;

/**
 * Resolves once nothing in the lesson is being pressed. What is replaced during a press does not act on it.
 * It looks again and again, because not every press ends with an event here: a finger can be taken off in a
 * frame, or a key in another window.
 */
const released = async (): Promise<void> => {
  while (document.querySelector("#content:active")) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

interface LessonModelOptions
  extends Pick<App, "courses" | "study" | "progress" | "place" | "lessons"> {
  productKey: string;
  courseKey: string;
  /** The lesson's key, or its id as text. */
  name: string;
}

/** One lesson on screen. Its text and its course are fetched in parallel. */
export const createLessonModel = (options: LessonModelOptions) => {
  const { courses, study, progress, place, lessons, productKey, courseKey, name } = options;
  const state = proxy({
    lesson: null as Lesson | null,
    failure: null as LessonFailure | null,
    completing: false,
  });
  let stopped = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  let stopListening: (() => void) | undefined;

  const fail = (failure: LessonFailure) => {
    if (!stopped) state.failure = failure;
  };

  /** The lesson that the reader came from; for a sub-lesson, its main lesson. */
  const notePlace = ({ product }: Selection, lesson: Lesson) => {
    const { lessonKey, page } = place.state;
    const main = mainLessonOf(product, lesson.dbid);
    const before = main ?? (lessonKey ? lessonOf(product, lessonKey) : null);
    place.selectLesson(
      lesson.key,
      before && {
        key: before.key,
        isMainLesson: isMainLesson(before.key),
        mainLessonPageNum: before.key === lessonKey ? page : 1,
        hasAssignment: before.hasAssignment,
      },
    );
    study.selectMenuOf(lesson);
  };

  const findMainLesson = async (selection: Selection, { dbid }: Lesson): Promise<void> => {
    const main = await searchMainLesson({
      selection,
      id: dbid,
      isOpen: (lesson) => study.isOpen(lesson),
      load: (key) => lessons.load(productKey, key),
      isCancelled: () => stopped,
    });
    if (main && !stopped) study.updateSubLessons(main);
  };

  /** Shows the newer text in place of the one that this machine had kept. */
  const listen = () => {
    stopListening ??= lessons.onNewer(async (product, key) => {
      if (product !== productKey || (key !== name && key !== state.lesson?.key)) return;
      const newer = await lessons.load(product, key);
      await released();
      if (stopped) return;
      if (newer.ok) state.lesson = ref(newer.value);
      else fail(newer.failure);
    });
  };

  const start = async (): Promise<void> => {
    clearInterval(timer);
    listen();
    Object.assign(state, { lesson: null, failure: null });
    // The lesson is fetched by its key. If only the id is known, the course has to be loaded first.
    const byKey = !/^\d+$/.test(name) && study.mayBeOpen(productKey, courseKey, name);
    const text = byKey ? lessons.load(productKey, name) : null;
    if (!(await study.ensure(productKey, courseKey, true)) || stopped) return;
    const course = study.state.selection;
    if (!course) return;
    const entry = lessonOf(course.product, name);
    if (!entry) return fail({ kind: "unknown-lesson" });
    if (isOrphan(course, entry)) await findMainLesson(course, entry);
    if (stopped) return;
    if (!study.isOpen(entry)) return fail({ kind: "not-active" });
    const loaded = await (text ?? lessons.load(productKey, entry.key));
    if (stopped) return;
    if (!loaded.ok) return fail(loaded.failure);
    if (isMainLesson(entry.key)) study.updateSubLessons(loaded.value);
    const selection = study.state.selection ?? course;
    state.lesson = ref(loaded.value);
    notePlace(selection, entry);
    const report = () => {
      if (document.visibilityState === "visible") {
        void progress.reportOpened(
          entry.dbid,
          packageOf(selection.product, selection.course, entry),
        );
      }
    };
    // The school counts nothing in a course that has expired.
    if (courses.find(courseKey)?.state.kind === "expired") return;
    // In a task of its own, so that a slow phone shows the text first.
    timer = setTimeout(() => {
      report();
      timer = setInterval(report, STILL_OPEN_MS);
    });
  };

  return {
    state,
    start,

    /** Fetches the text in the present language. Without a network the text stays in the other one. */
    async translate(): Promise<void> {
      const before = state.lesson;
      if (!before) return;
      const loaded = await lessons.load(productKey, before.key);
      await released();
      if (loaded.ok && !stopped && state.lesson === before) state.lesson = ref(loaded.value);
    },

    stop() {
      stopped = true;
      stopListening?.();
      clearInterval(timer);
    },

    /** A refusal by the school is reported elsewhere, because it may come much later. */
    async complete(): Promise<void> {
      const { lesson } = state;
      const { selection } = study.state;
      if (!lesson || !selection || state.completing) return;
      state.completing = true;
      await progress.complete(lesson.dbid, packageOf(selection.product, selection.course, lesson));
      state.completing = false;
    },
  };
};

export type LessonModel = ReturnType<typeof createLessonModel>;
