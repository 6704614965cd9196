import * as v from "valibot";
import { proxy, snapshot, subscribe } from "valtio/vanilla";
import { type Id, id } from "../contract/wire.ts";
import type { KeyValue } from "../platform/ports.ts";
import { createStored } from "./stored.ts";

const position = v.object({
  menu1: v.number(),
  menu2: v.number(),
  /** The section last used in each first-level entry, by the entry's position. */
  lastMenu2: v.record(v.string(), v.number()),
});

const previousLesson = v.object({
  key: v.string(),
  isMainLesson: v.boolean(),
  mainLessonPageNum: v.number(),
  hasAssignment: v.boolean(),
});

const place = v.object({
  userId: id,
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
export type PreviousLesson = v.InferOutput<typeof previousLesson>;

const nowhere = (userId: Id): PlaceState => ({
  userId,
  productKey: null,
  courseKey: null,
  lessonKey: null,
  page: 1,
  previous: null,
  positions: {},
});

const DEFAULT_POSITION: v.InferOutput<typeof position> = { menu1: 1, menu2: 1, lastMenu2: {} };

/** Where somebody is: course, menus, lesson, page. Kept in storage, for the person it belongs to. */
export const createPlace = (storage: KeyValue, userId: Id) => {
  const stored = createStored(storage, "place.v1", place);
  const kept = stored.read();
  const state = proxy(kept?.userId === userId ? kept : nowhere(userId));
  const stop = subscribe(state, () => void stored.write(snapshot(state) as PlaceState));

  const positionOf = (courseKey: string) => state.positions[courseKey] ?? DEFAULT_POSITION;

  const setPosition = (courseKey: string, menu1: number, menu2: number) => {
    const { lastMenu2 } = positionOf(courseKey);
    state.positions[courseKey] = { menu1, menu2, lastMenu2: { ...lastMenu2, [menu1]: menu2 } };
  };

  return {
    state,
    knows: (courseKey: string) => courseKey in state.positions,
    positionOf,
    selectCourse(productKey: string, courseKey: string) {
      Object.assign(state, { productKey, courseKey, lessonKey: null, page: 1 });
    },
    /** Without a section: the one last used in that entry. */
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
    /** Forgets everything, in storage too. */
    clear() {
      stop();
      stored.clear();
    },
    stop,
  };
};

export type Place = ReturnType<typeof createPlace>;
