import * as v from "valibot";
import { proxy, snapshot, subscribe } from "valtio/vanilla";
import type { Id } from "../contract/wire.ts";
import type { KeyValue } from "../platform/ports.ts";
import { createStored } from "./stored.ts";

const position = v.object({
  menu1: v.number(),
  menu2: v.number(),
  /** The last selected section of each first-level entry, by the entry's position. */
  lastMenu2: v.record(v.string(), v.number()),
});

const previousLesson = v.object({
  key: v.string(),
  isMainLesson: v.boolean(),
  mainLessonPageNum: v.number(),
  hasAssignment: v.boolean(),
});

const place = v.object({
  productKey: v.nullish(v.string(), null),
  courseKey: v.nullish(v.string(), null),
  lessonKey: v.nullish(v.string(), null),
  /** The page of that lesson, from 1. */
  page: v.number(),
  previous: v.nullish(previousLesson, null),
  /** Menu positions by course key. */
  positions: v.record(v.string(), position),
});

type PlaceState = v.InferOutput<typeof place>;
type PreviousLesson = v.InferOutput<typeof previousLesson>;

const emptyPlace = (): PlaceState => ({
  productKey: null,
  courseKey: null,
  lessonKey: null,
  page: 1,
  previous: null,
  positions: {},
});

const DEFAULT_POSITION: v.InferOutput<typeof position> = { menu1: 1, menu2: 1, lastMenu2: {} };

/**
 * The person's place: course, menu position, lesson and page. Stored for each account.
 * @param personId the account's id at the school, or its username if it has no id
 */
export const createPlace = (storage: KeyValue, personId: Id) => {
  const stored = createStored(storage, `place.v2/${encodeURIComponent(personId)}`, place);
  const state = proxy(stored.read() ?? emptyPlace());
  const stop = subscribe(state, () => void stored.write(snapshot(state) as PlaceState));

  const positionOf = (courseKey: string) => state.positions[courseKey] ?? DEFAULT_POSITION;

  const setPosition = (courseKey: string, menu1: number, menu2: number) => {
    const { lastMenu2 } = positionOf(courseKey);
    state.positions[courseKey] = { menu1, menu2, lastMenu2: { ...lastMenu2, [menu1]: menu2 } };
  };

  return {
    state,
    /** Whether a menu position of the course is stored. */
    has: (courseKey: string) => courseKey in state.positions,
    positionOf,
    /** The lesson stays where the same course is selected again, as at the next visit. */
    selectCourse(productKey: string, courseKey: string) {
      if (state.productKey === productKey && state.courseKey === courseKey) return;
      Object.assign(state, { productKey, courseKey, lessonKey: null, page: 1 });
    },
    /** Keeps the menu positions, for a course that is opened again. */
    leaveCourse() {
      Object.assign(state, { productKey: null, courseKey: null, lessonKey: null, page: 1 });
    },
    /** @param menu2 absent: the section that was last selected in that entry */
    selectMenu(courseKey: string, menu1: number, menu2?: number) {
      setPosition(courseKey, menu1, menu2 ?? positionOf(courseKey).lastMenu2[menu1] ?? 1);
    },
    selectLesson(lessonKey: string, previous: PreviousLesson | null) {
      if (lessonKey === state.lessonKey) return;
      Object.assign(state, { lessonKey, page: 1 });
      if (previous) state.previous = previous;
    },
    leaveLesson() {
      state.lessonKey = null;
    },
    selectPage(page: number) {
      state.page = page;
    },
    /** Deletes the stored place, and stores no further changes. */
    clear() {
      stop();
      stored.clear();
    },
    /** Stores no further changes. */
    stop,
  };
};

export type Place = ReturnType<typeof createPlace>;
