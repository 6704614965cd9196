import { proxy, ref } from "valtio/vanilla";
import {
  type Course,
  getSkeleton,
  type Lesson,
  type Menu1,
  type Product,
} from "../contract/content.ts";
import { isLessonOpen } from "../domain/lesson-access.ts";
import {
  courseOf,
  lessonOf,
  type MenuPosition,
  mainLessonOf,
  orderEntryId,
  positionOf,
  sameKey,
  visibleMenus,
} from "../domain/menu-position.ts";
import { statusOf } from "../transport/call-failure.ts";
import type { Send } from "../transport/transport.ts";
import type { Courses } from "./courses.ts";
import type { FailureAlert } from "./failure-alerts.ts";
import { withSubLessons } from "./main-lesson.ts";
import type { Place } from "./place.ts";
import type { CourseStatus, Progress } from "./progress.ts";

/** What the overlay says is being loaded. */
type Waiting = "requested-page" | "course-and-progress" | "course" | "progress";

export type CourseFailure =
  | { readonly kind: "unknown-product" }
  | { readonly kind: "unknown-course" }
  | { readonly kind: "expired"; readonly on: string }
  | { readonly kind: "no-subscription" }
  /** The status of the school's refusal; 0: there was none. */
  | { readonly kind: "no-connection"; readonly status: number };

export interface Selection {
  readonly productKey: string;
  readonly courseKey: string;
  readonly product: Product;
  readonly course: Course;
  readonly menus: readonly Menu1[];
}

interface StudyOptions {
  send: Send;
  courses: Courses;
  progress: Progress;
  place: Place;
  level: () => number;
  onFailure: (failure: CourseFailure) => void;
}

/**
 * Selects the course to study, and tells which of its lessons are open.
 *
 * It is no `createResource`: a selection needs four answers and the list of courses at once,
 * reports which of them it waits for, and a later selection replaces an earlier one.
 */
export const createStudy = ({ send, courses, progress, place, level, onFailure }: StudyOptions) => {
  const state = proxy({
    waiting: null as Waiting | null,
    selection: null as Selection | null,
    failure: null as CourseFailure | null,
  });
  /** The course that was requested last. */
  let wanted = "";
  /** Whether the request shows no overlay and no alert, because the person did not start it. */
  let quiet = false;
  let running: Promise<boolean> | null = null;

  /** Why the lists do not allow the course; null also while they are not loaded. */
  const findRefusal = (productKey: string, courseKey: string): CourseFailure | null => {
    if (courses.state.status !== "ready") return null;
    if (!courses.hasProduct(productKey)) return { kind: "unknown-product" };
    const entry = courses.find(courseKey);
    if (!entry) return { kind: "unknown-course" };
    return entry.open || entry.state.kind === "active" ? null : entry.state;
  };

  /** Where the school has taken the content of an expired course away, that it has expired says more. */
  const reasonFor = (failure: CourseFailure, courseKey: string): CourseFailure => {
    const state = courses.find(courseKey)?.state;
    return failure.kind !== "no-connection" && state?.kind === "expired" ? state : failure;
  };

  const fetchSelection = async (
    productKey: string,
    courseKey: string,
    onPartLoaded: (rest: "course" | "progress") => void,
  ): Promise<{ selection: Selection; status: CourseStatus | null } | CourseFailure> => {
    const courseId = courses.find(courseKey)?.course.id;
    // It can arrive while the selection still waits for other answers.
    const onNewer = () => void (running ?? Promise.resolve()).then(refresh);
    const [skeleton, done] = await Promise.all([
      send(getSkeleton, { params: { productKey }, onNewer }).finally(() =>
        onPartLoaded("progress"),
      ),
      Promise.all([
        progress.load(),
        courseId === undefined ? null : progress.fetchCourseStatus(courseId),
      ]).finally(() => onPartLoaded("course")),
      // The lists decide whether the course is allowed; they are being loaded at the same time.
      courses.settled(),
    ]);
    if (!skeleton.ok) {
      const status = statusOf(skeleton.failure);
      return status === 404 ? { kind: "unknown-product" } : { kind: "no-connection", status };
    }
    if (!done[0].ok) return { kind: "no-connection", status: statusOf(done[0].failure) };
    const { product } = skeleton.value;
    const course = courseOf(product, courseKey);
    if (!course) return { kind: "unknown-course" };
    const menus = visibleMenus(product.menu.menu1, course.visibles);
    return { selection: { productKey, courseKey, product, course, menus }, status: done[1] };
  };

  const fail = (failure: CourseFailure) => {
    state.failure = failure;
    if (!quiet) onFailure(failure);
    return false;
  };

  const select = async (
    productKey: string,
    courseKey: string,
    direct: boolean,
    preferred?: MenuPosition,
  ): Promise<boolean> => {
    const key = `${productKey}/${courseKey}`;
    wanted = key;
    state.failure = null;
    const refusal = findRefusal(productKey, courseKey);
    if (refusal) return fail(refusal);
    if (!quiet) state.waiting = waitingFor(direct);
    try {
      const loaded = await fetchSelection(productKey, courseKey, (rest) => {
        if (wanted === key && !direct && !quiet) state.waiting = rest;
      });
      if (wanted !== key) return false;
      if ("kind" in loaded) return fail(reasonFor(loaded, courseKey));
      // The lists may have been loaded meanwhile.
      const lateRefusal = findRefusal(productKey, courseKey);
      if (lateRefusal) return fail(lateRefusal);
      const { selection, status } = loaded;
      const { id, lessonsOrder } = selection.course;
      progress.setCourse(id, lessonsOrder, status);
      // Without the lists the course's id was unknown, so its status is fetched only now.
      if (!status) void progress.refresh(id);
      state.selection = ref(selection);
      place.selectCourse(productKey, courseKey);
      if (!place.has(courseKey)) selectFirstSection(selection, preferred);
      return true;
    } finally {
      if (wanted === key) state.waiting = null;
    }
  };

  /** Whether a lesson of the selected course is open. A sub-lesson counts as its main lesson. */
  const isOpen = (lesson: Lesson): boolean => {
    if (!state.selection) return false;
    const { product, course } = state.selection;
    return isLessonOpen(
      course.lessonsOrder,
      orderEntryId(product, course, lesson) ?? lesson.dbid,
      progress.state.next,
      level(),
    );
  };

  const hasOpenLesson = ({ product, menus }: Selection, { menu1, menu2 }: MenuPosition): boolean =>
    menus[menu1 - 1]?.menu2[menu2 - 1]?.lessons.some((key) => {
      const lesson = lessonOf(product, key);
      return lesson !== null && isOpen(lesson);
    }) ?? false;

  /**
   * Sets the first menu position on a new machine: the preferred section if a lesson of it is open,
   * else the section of the next lesson.
   */
  const selectFirstSection = (selection: Selection, preferred?: MenuPosition) => {
    const { courseKey, product, menus } = selection;
    if (preferred && hasOpenLesson(selection, preferred)) {
      place.selectMenu(courseKey, preferred.menu1, preferred.menu2);
      return;
    }
    const next = Object.values(product.lessons).find(
      (lesson) => lesson.dbid === progress.state.next,
    );
    const position = next && positionOf(menus, next.key);
    if (position) place.selectMenu(courseKey, position.menu1, position.menu2);
  };

  const begin = (
    productKey: string,
    courseKey: string,
    direct: boolean,
    preferred?: MenuPosition,
  ): Promise<boolean> => {
    const request = select(productKey, courseKey, direct, preferred).finally(() => {
      if (running === request) running = null;
    });
    running = request;
    return request;
  };

  const isSelected = (productKey: string, courseKey: string): boolean =>
    state.selection !== null &&
    sameKey(state.selection.productKey, productKey) &&
    sameKey(state.selection.courseKey, courseKey);

  /** Fetches the selected course again. The present one can be used meanwhile. */
  const refresh = async (): Promise<void> => {
    if (!state.selection || running) return;
    const { productKey, courseKey } = state.selection;
    quiet = true;
    await begin(productKey, courseKey, false);
    quiet = false;
  };

  return {
    state,
    isSelected,

    /**
     * Selects a course, unless it is selected already.
     * @param direct whether the course was opened by its address
     * @returns whether it is selected now; false also if another course was requested meanwhile
     */
    async ensure(productKey: string, courseKey: string, direct = false): Promise<boolean> {
      // While another course is being loaded, the selected one has to be loaded again.
      if (!running && isSelected(productKey, courseKey)) {
        state.failure = null;
        return true;
      }
      const restoring = quiet;
      quiet = false;
      if (running && sameKey(wanted, `${productKey}/${courseKey}`)) {
        if (restoring) state.waiting = waitingFor(direct);
        return running;
      }
      return begin(productKey, courseKey, direct);
    },

    /**
     * Selects the course that was studied last, unless one is selected already.
     * @param preferred the section to start at if no position is stored and a lesson of it is open
     */
    async restore(preferred?: MenuPosition): Promise<void> {
      const { productKey, courseKey } = place.state;
      if (!productKey || !courseKey || running || state.selection) return;
      quiet = true;
      await begin(productKey, courseKey, false, preferred);
      quiet = false;
    },

    refresh,

    /** Call it when the lists have changed: deselects a course that they do not allow any more. */
    recheck(): void {
      if (!state.selection || running) return;
      const refusal = findRefusal(state.selection.productKey, state.selection.courseKey);
      if (!refusal) return;
      state.selection = null;
      place.leaveCourse();
      fail(refusal);
    },

    isOpen,

    /**
     * Whether a lesson may be open: false if the selected course does not have it, or has it
     * closed; true if the course is not selected.
     * @param name the lesson's key, or its id as text
     */
    mayBeOpen(productKey: string, courseKey: string, name: string): boolean {
      if (!state.selection || !isSelected(productKey, courseKey)) return true;
      const lesson = lessonOf(state.selection.product, name);
      return lesson !== null && isOpen(lesson);
    },

    /** Adds the sub-lessons of a main lesson to the product, if the skeleton lists none. */
    updateSubLessons(lesson: Lesson): void {
      if (!state.selection) return;
      const { product } = state.selection;
      const updated = withSubLessons(product, lesson);
      if (updated !== product) state.selection = ref({ ...state.selection, product: updated });
    },

    selectMenuOf(lesson: Lesson): void {
      if (!state.selection) return;
      const { menus, product, courseKey } = state.selection;
      const direct = positionOf(menus, lesson.key);
      const main = direct ? null : mainLessonOf(product, lesson.dbid);
      const position = direct ?? (main && positionOf(menus, main.key));
      if (position) place.selectMenu(courseKey, position.menu1, position.menu2);
    },
  };
};

const waitingFor = (direct: boolean): Waiting =>
  direct ? "requested-page" : "course-and-progress";

export type Study = ReturnType<typeof createStudy>;

/** The alert for a course that could not be fetched. */
export const courseSelectionAlert = {
  tone: "error",
  title: "course-failure.no-connection",
  text: "failure.connection",
  seconds: 5,
} as const satisfies FailureAlert;
