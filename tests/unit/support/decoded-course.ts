import type { Course, Lesson, Menu1, Product } from "../../../src/contract/content.ts";
import type { Id } from "../../../src/contract/wire.ts";

export const decodedLesson = (dbid: Id, key: string, fields: Partial<Lesson> = {}): Lesson => ({
  ...{ dbid, key, title: { en: key }, image: "", type: "text", html: null },
  ...{ hasAssignment: false, hasAssignmentImage: false, subLessons: [] },
  ...fields,
});

/** The pages of a main lesson in one language, each with the ids of its parts. */
export const decodedPages = (...parts: Id[][]) => ({
  pages: parts.map((ids) => ({
    title: "",
    html: "",
    subLessons: ids.map((subLessonId) => ({ subLessonId, title: null })),
  })),
});

export const decodedChapter = (key: string, ...sections: string[][]): Menu1 => ({
  key,
  title: key,
  descr: "",
  translations: [],
  menu2: sections.map((lessons) => ({ title: "", w: null, h: null, translations: [], lessons })),
});

export const decodedCourse = (fields: Partial<Course> = {}): Course => ({
  ...{ id: 1, title: "", translations: [], weeklyTarget: 0, image: "", visibles: [] },
  lessonsOrder: [],
  ...fields,
});

export const decodedProduct = (fields: Partial<Product> = {}): Product => ({
  ...{ id: 1, key: "PM", title: "", translations: [], menu: { menu1: [] } },
  ...{ lessons: {}, courses: {}, courseOrder: [], lpackages: {} },
  ...fields,
});
