import type { Lesson, Menu1, Menu2 } from "../contract/content.ts";
import type { Id } from "../contract/wire.ts";
import { isMainLesson, type LessonsOrder } from "./lesson-access.ts";
import { subLessonsOf } from "./menu-position.ts";
import { ADMIN_LEVEL } from "./roles.ts";

export type LessonState = "done" | "next" | "open" | "closed";

export interface MapLesson {
  readonly lesson: Lesson;
  readonly state: LessonState;
}

interface MapSection {
  readonly menu: Menu2;
  readonly lessons: readonly MapLesson[];
}

export interface MapChapter {
  readonly menu: Menu1;
  readonly sections: readonly MapSection[];
  readonly done: number;
  readonly all: number;
}

interface MapOptions {
  /** The first-level entries that the course shows. */
  readonly menus: readonly Menu1[];
  readonly lessons: Readonly<Record<string, Lesson>>;
  readonly order: LessonsOrder;
  readonly completed: ReadonlySet<Id>;
  /** The next lesson to study; null if there is none. */
  readonly next: Id | null;
  readonly level: number;
}

/**
 * The index of each lesson in the order of study, by lesson id. A sub-lesson has the index of its
 * main lesson.
 */
export const studyPositions = (
  order: LessonsOrder,
  lessons: Readonly<Record<string, Lesson>>,
): Map<Id, number> => {
  const places = new Map(order.map(({ id }, place) => [id, place]));
  for (const main of Object.values(lessons)) {
    const place = isMainLesson(main.key) ? places.get(main.dbid) : undefined;
    if (place === undefined) continue;
    for (const part of subLessonsOf(main)) {
      if (!places.has(part)) places.set(part, place);
    }
  }
  return places;
};

/**
 * A course's chapters, sections and lessons with the state of each lesson, by the access rule of
 * `isLessonOpen`. It visits each lesson once, because a course may have thousands.
 */
export const courseMap = (options: MapOptions): MapChapter[] => {
  const { menus, lessons, order, completed, next, level } = options;
  const places = studyPositions(order, lessons);
  const limit = next === null || level >= ADMIN_LEVEL ? undefined : places.get(next);
  const stateOf = ({ dbid }: Lesson): LessonState => {
    if (completed.has(dbid)) return "done";
    if (dbid === next) return "next";
    return (places.get(dbid) ?? -1) > (limit ?? Infinity) ? "closed" : "open";
  };
  return menus.map((menu) => {
    const sections = menu.menu2.map((section) => ({
      menu: section,
      lessons: section.lessons.flatMap((key) => {
        const lesson = Object.hasOwn(lessons, key) ? lessons[key] : null;
        return lesson ? [{ lesson, state: stateOf(lesson) }] : [];
      }),
    }));
    const all = sections.flatMap((section) => section.lessons);
    return {
      menu,
      sections,
      done: all.filter(({ state }) => state === "done").length,
      all: all.length,
    };
  });
};
