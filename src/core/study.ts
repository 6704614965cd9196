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
  placedLesson,
  positionOf,
  sameKey,
  visibleMenus,
} from "../domain/menu-position.ts";
import type { Send } from "../transport/transport.ts";
import type { Courses } from "./courses.ts";
import { withParts } from "./main-lesson.ts";
import type { Place } from "./place.ts";
import type { Progress, Standing } from "./progress.ts";

/** What is being waited for, for the words on the overlay. */
export type Waiting = "requested-page" | "course-and-progress" | "course" | "progress";

export type CourseFailure =
  | { readonly kind: "unknown-product" }
  | { readonly kind: "unknown-course" }
  | { readonly kind: "expired"; readonly on: string }
  | { readonly kind: "no-subscription" }
  | { readonly kind: "no-connection" };

/** The course that is being studied. */
export interface Selection {
  readonly productKey: string;
  readonly courseKey: string;
  readonly product: Product;
  readonly course: Course;
  readonly menus: readonly Menu1[];
}

export interface StudyOptions {
  send: Send;
  courses: Courses;
  progress: Progress;
  place: Place;
  level: () => number;
  onFailure: (failure: CourseFailure) => void;
}

/** Selects courses and knows what of them is open. */
export const createStudy = ({ send, courses, progress, place, level, onFailure }: StudyOptions) => {
  const state = proxy({
    waiting: null as Waiting | null,
    selection: null as Selection | null,
    failure: null as CourseFailure | null,
  });
  let wanted = "";
  // What is restored at the start is nobody's present wish: it is waited for and fails in silence.
  let quiet = false;
  let underWay: Promise<boolean> | null = null;

  /** What the lists say against it; null also while they are not there, for the school decides. */
  const refused = (productKey: string, courseKey: string): CourseFailure | null => {
    if (courses.state.status !== "ready") return null;
    if (!courses.hasProduct(productKey)) return { kind: "unknown-product" };
    const entry = courses.find(courseKey);
    if (!entry) return { kind: "unknown-course" };
    return entry.state.kind === "active" ? null : entry.state;
  };

  const fetchSelection = async (
    productKey: string,
    courseKey: string,
    settled: (part: "course" | "progress") => void,
  ): Promise<{ selection: Selection; standing: Standing | null } | CourseFailure> => {
    const courseId = courses.find(courseKey)?.course.id;
    const [skeleton, done] = await Promise.all([
      send(getSkeleton, { params: { productKey } }).finally(() => settled("course")),
      Promise.all([
        progress.load(),
        courseId === undefined ? null : progress.fetchCourseStatus(courseId),
      ]).finally(() => settled("progress")),
      // What the lists say counts, and they are under way at the same time.
      courses.settled(),
    ]);
    if (!skeleton.ok) {
      const absent = skeleton.failure.kind === "refused" && skeleton.failure.status === 404;
      return { kind: absent ? "unknown-product" : "no-connection" };
    }
    if (!done[0].ok) return { kind: "no-connection" };
    const { product } = skeleton.value;
    const course = courseOf(product, courseKey);
    if (!course) return { kind: "unknown-course" };
    const menus = visibleMenus(product.menu.menu1, course.visibles);
    return { selection: { productKey, courseKey, product, course, menus }, standing: done[1] };
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
    const ask = `${productKey}/${courseKey}`;
    wanted = ask;
    state.failure = null;
    const against = refused(productKey, courseKey);
    if (against) return fail(against);
    if (!quiet) state.waiting = waitingFor(direct);
    try {
      const found = await fetchSelection(productKey, courseKey, (part) => {
        if (wanted !== ask || direct || quiet) return;
        state.waiting = part === "course" ? "progress" : "course";
      });
      if (wanted !== ask) return false;
      if ("kind" in found) return fail(found);
      // The lists may have come meanwhile, and know better.
      const late = refused(productKey, courseKey);
      if (late) return fail(late);
      const { selection, standing } = found;
      const { id, lessonsOrder } = selection.course;
      progress.follow(id, lessonsOrder, standing);
      // Where the course's id was not known before, the school's own word on what is next follows.
      if (!standing) void progress.refresh(id);
      state.selection = ref(selection);
      place.selectCourse(productKey, courseKey);
      if (!place.knows(courseKey)) placeAtStart(selection, preferred);
      return true;
    } finally {
      if (wanted === ask) state.waiting = null;
    }
  };

  /** The access rule, for a lesson of the selected course; a sub-lesson counts as its main lesson. */
  const isOpen = (lesson: Lesson): boolean => {
    if (!state.selection) return false;
    const { product, course } = state.selection;
    return isLessonOpen(
      course.lessonsOrder,
      placedLesson(product, course, lesson) ?? lesson.dbid,
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
   * Where one starts on a new machine: at the preferred section if a lesson of it is open, else at
   * the section of what comes next.
   */
  const placeAtStart = (selection: Selection, preferred?: MenuPosition) => {
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
    const mine = select(productKey, courseKey, direct, preferred).finally(() => {
      if (underWay === mine) underWay = null;
    });
    underWay = mine;
    return mine;
  };

  const isSelected = (productKey: string, courseKey: string): boolean =>
    state.selection !== null &&
    sameKey(state.selection.productKey, productKey) &&
    sameKey(state.selection.courseKey, courseKey);

  return {
    state,
    isSelected,

    /** Selects a course, unless it is selected already. `direct`: an address was opened. */
    async ensure(productKey: string, courseKey: string, direct = false): Promise<boolean> {
      // While another course is under way, the selected one has to be asked for again.
      if (!underWay && isSelected(productKey, courseKey)) {
        state.failure = null;
        return true;
      }
      const restoring = quiet;
      quiet = false;
      if (underWay && sameKey(wanted, `${productKey}/${courseKey}`)) {
        if (restoring) state.waiting = waitingFor(direct);
        return underWay;
      }
      return begin(productKey, courseKey, direct);
    },

    /**
     * Selects the course that was studied last, unless somebody has selected one already.
     * @param preferred the section to start at where none is kept, if a lesson of it is open
     */
    async restore(preferred?: MenuPosition): Promise<void> {
      const { productKey, courseKey } = place.state;
      if (!productKey || !courseKey || underWay || state.selection) return;
      quiet = true;
      await begin(productKey, courseKey, false, preferred);
      quiet = false;
    },

    /** Fetches the selected course anew, while the one that is there can be used. */
    async renew(): Promise<void> {
      if (!state.selection || underWay) return;
      const { productKey, courseKey } = state.selection;
      quiet = true;
      await begin(productKey, courseKey, false);
      quiet = false;
    },

    /** The lists have come anew: a course that is the person's no more is left. */
    recheck(): void {
      if (!state.selection || underWay) return;
      const against = refused(state.selection.productKey, state.selection.courseKey);
      if (!against) return;
      state.selection = null;
      fail(against);
    },

    isOpen,

    /**
     * Whether asking for this lesson could bring anything: not when the course is at hand and says
     * that it has no such lesson, or that it is closed.
     * @param name the lesson's key, or its id as text
     */
    isWorthAsking(productKey: string, courseKey: string, name: string): boolean {
      if (!state.selection || !isSelected(productKey, courseKey)) return true;
      const lesson = lessonOf(state.selection.product, name);
      return lesson !== null && isOpen(lesson);
    },

    /** Notes what a whole main lesson says of its parts, where the skeleton does not. */
    updateParts(lesson: Lesson): void {
      if (!state.selection) return;
      const { product } = state.selection;
      const updated = withParts(product, lesson);
      if (updated !== product) state.selection = ref({ ...state.selection, product: updated });
    },

    /** Marks a lesson's menu position as the present one, from its own place or its main lesson's. */
    followMenus(lesson: Lesson): void {
      if (!state.selection) return;
      const { menus, product, courseKey } = state.selection;
      const own = positionOf(menus, lesson.key);
      const main = own ? null : mainLessonOf(product, lesson.dbid);
      const found = own ?? (main && positionOf(menus, main.key));
      if (found) place.selectMenu(courseKey, found.menu1, found.menu2);
    },
  };
};

const waitingFor = (direct: boolean): Waiting =>
  direct ? "requested-page" : "course-and-progress";

export type Study = ReturnType<typeof createStudy>;
