import type { SentCourse, SentProduct } from "../../../contract/content.ts";
import type { COURSE_CHANGES, LESSON_CHANGES } from "../../../contract/staff-content.ts";

type LessonChanges = readonly (typeof LESSON_CHANGES)[number][];

/** What becomes of a course, as its students see it. */
export interface ChangedCourse {
  readonly key: string;
  /** By language. */
  readonly title: Readonly<Record<string, string>>;
  readonly change: (typeof COURSE_CHANGES)[number];
  /** How many people have it now. */
  readonly students: number;
  /** Whether its own title, chapters, order or sheets are others. */
  readonly outline: boolean;
  /** How many of its lessons are new to it, other ones, at another place, or no part of it any more. */
  readonly lessons: {
    readonly new: number;
    readonly changed: number;
    readonly moved: number;
    readonly removed: number;
  };
}

interface Course {
  readonly key: string;
  readonly id: number;
  readonly title: Readonly<Record<string, string>>;
  /** The ids of its lessons, with their parts. */
  readonly lessons: ReadonlySet<number>;
  /** Its title, chapters, order and sheets, as text. */
  readonly outline: string;
}

const courseOf = (product: SentProduct, key: string, course: SentCourse): Course => {
  const { props, visibles, lpackages } = course;
  const chapters = product.menu.menu1.filter(
    (chapter) => visibles.length === 0 || visibles.includes(chapter.props.key),
  );
  const named = chapters.flatMap(({ menu2 }) => menu2.flatMap(({ lessons }) => lessons));
  const lessons = named.flatMap((name) => {
    const lesson = product.lessons[name];
    return lesson ? [lesson.dbid, ...lesson.subLessons] : [];
  });
  const sheets = lpackages.map((id) => product.lpackages[id]);
  return {
    key,
    id: props.id,
    title: Object.fromEntries(props.translations.map(({ language, title }) => [language, title])),
    lessons: new Set(lessons),
    outline: JSON.stringify([props, chapters, course.lessonsOrder, sheets]),
  };
};

const coursesOf = (products: readonly SentProduct[]): Course[] =>
  products.flatMap((product) =>
    product.courseOrder.flatMap((key) => {
      const course = product.courses[key];
      return course ? [courseOf(product, key, course)] : [];
    }),
  );

/**
 * Tells changes apart by course. A course is known by its id, and may get another key.
 * @param students how many people have each course, by its id
 * @returns which lessons are in which courses, and what becomes of each course
 */
export const byCourse = (
  before: readonly SentProduct[],
  after: readonly SentProduct[],
  students: ReadonlyMap<number, number>,
) => {
  const was = new Map(coursesOf(before).map((course) => [course.id, course]));
  const is = coursesOf(after);
  const kept = new Set(is.map(({ id }) => id));
  const gone = [...was.values()].filter(({ id }) => !kept.has(id));
  const keys = new Map<number, Set<string>>();
  for (const course of [...is, ...was.values()]) {
    // One that gets another key has one name here.
    const { key } = is.find(({ id }) => id === course.id) ?? course;
    for (const lesson of course.lessons) {
      keys.set(lesson, (keys.get(lesson) ?? new Set()).add(key));
    }
  }
  return {
    /** The keys of the courses that have a lesson now, or will have it. */
    coursesOf: (lesson: number): string[] => [...(keys.get(lesson) ?? [])],
    /** @param changes what becomes of the lessons that change, by their ids */
    changed: (changes: ReadonlyMap<number, LessonChanges>): ChangedCourse[] => {
      const has = (id: number, change: "changed" | "moved") =>
        changes.get(id)?.includes(change) === true;
      const described = (course: Course, change: ChangedCourse["change"]): ChangedCourse => {
        const then = was.get(course.id);
        const old: ReadonlySet<number> = then?.lessons ?? new Set();
        const present: ReadonlySet<number> = change === "removed" ? new Set() : course.lessons;
        const stay = [...present].filter((id) => old.has(id));
        return {
          ...{ key: course.key, title: course.title, change },
          students: students.get(course.id) ?? 0,
          outline: change === "changed" && then?.outline !== course.outline,
          lessons: {
            new: present.size - stay.length,
            changed: stay.filter((id) => has(id, "changed")).length,
            moved: stay.filter((id) => has(id, "moved")).length,
            removed: old.size - stay.length,
          },
        };
      };
      const changed = is
        .map((course) => described(course, was.has(course.id) ? "changed" : "new"))
        .filter(
          ({ change, outline, lessons }) =>
            change !== "changed" || outline || Object.values(lessons).some((count) => count > 0),
        );
      return [...gone.map((course) => described(course, "removed")), ...changed];
    },
  };
};
