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
  productKey: v.nullish(v.string(), null),
  courseKey: v.nullish(v.string(), null),
  lessonKey: v.nullish(v.string(), null),
  /** The page of that lesson, from 1. */
  page: v.number(),
  previous: v.nullish(previousLesson, null),
  /** Menu positions by course key. */
  positions: v.record(v.string(), position),
});

/** Before each account had a key of its own: the place of whoever was here last. */
const SHARED_KEY = "place.v1";
const sharedPlace = v.object({ ...place.entries, userId: id });

type PlaceState = v.InferOutput<typeof place>;
export type PreviousLesson = v.InferOutput<typeof previousLesson>;

const nowhere = (): PlaceState => ({
  productKey: null,
  courseKey: null,
  lessonKey: null,
  page: 1,
  previous: null,
  positions: {},
});

const DEFAULT_POSITION: v.InferOutput<typeof position> = { menu1: 1, menu2: 1, lastMenu2: {} };

/** Takes the shared place out of storage. @returns it if it is this person's, else null */
const takeSharedPlace = (storage: KeyValue, personId: Id): PlaceState | null => {
  const shared = createStored(storage, SHARED_KEY, sharedPlace);
  const kept = shared.read();
  if (!kept) return null;
  shared.clear();
  const { userId, ...own } = kept;
  return userId === personId ? own : null;
};

/**
 * Where somebody is: course, menus, lesson, page. Kept in storage under a key for each account.
 * @param personId the school's number for the account, or its username where there is no number
 */
export const createPlace = (storage: KeyValue, personId: Id) => {
  const stored = createStored(storage, `place.v2/${encodeURIComponent(personId)}`, place);
  const own = stored.read();
  const shared = takeSharedPlace(storage, personId);
  const state = proxy(own ?? shared ?? nowhere());
  if (shared && !own) stored.write(shared);
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
