import type { SentUserCourse } from "../../../src/contract/account.ts";
import type {
  SentCourse,
  SentLesson,
  SentPage,
  SentProduct,
} from "../../../src/contract/content.ts";

const lesson = (dbid: number, key: string, subLessons: number[] = []): SentLesson => ({
  ...{ dbid, key, title: { en: key }, image: `${key}.svg`, type: "text", subLessons },
  ...{ hasAssignment: key === "curve", hasAssignmentImage: false },
});

const lessons = {
  paper: lesson(1, "paper"),
  lines_ml: lesson(2, "lines_ml", [3, 4]),
  straight: lesson(3, "straight"),
  curved: lesson(4, "curved"),
  curve: lesson(5, "curve"),
  dart: lesson(6, "dart"),
};

const section = (title: string, keys: string[]) => ({
  props: { title, translations: [] },
  lessons: keys,
});

const courseOf = (
  props: Pick<SentCourse["props"], "id" | "title" | "weeklyTarget">,
  { visibles = [] as string[], lessonsOrder = [] as SentCourse["lessonsOrder"] } = {},
) => ({
  props: { ...props, translations: [], image: "" },
  ...{ visibles, lessonsOrder, lpackages: [], lpackagesOrder: [] },
});

/** One product: the course PMB shows all of it, the other courses are closed. */
export const skeleton = {
  props: { id: 1, key: "PM", title: "Patterns", translations: [] },
  menu: {
    menu1: [
      {
        props: { key: "tools", title: "Tools", descr: "", translations: [] },
        menu2: [section("Paper", ["paper", "lines_ml"]), section("Curves", ["curve"])],
      },
      {
        props: { key: "darts", title: "Darts", descr: "", translations: [] },
        menu2: [section("Darts", ["dart"])],
      },
    ],
  },
  lessons,
  courses: {
    PMB: courseOf(
      { id: 10, title: "Basics", weeklyTarget: 3 },
      {
        lessonsOrder: [
          { id: 1, package_id: 1 },
          { id: 2, package_id: 1 },
          { id: 5, package_id: 2 },
          { id: 6, package_id: 2 },
        ],
      },
    ),
    PMS: courseOf({ id: 11, title: "Skirts", weeklyTarget: 0 }, { visibles: ["darts"] }),
    PMN: courseOf({ id: 12, title: "Nothing paid", weeklyTarget: 0 }),
  },
  courseOrder: ["PMB", "PMS", "PMN"],
  lpackages: {},
} satisfies SentProduct;

const page = (html: string, parts: number[] = []): SentPage => ({
  title: "Page",
  html,
  subLessons: parts.map((subLessonId) => ({ subLessonId, title: {} })),
});

/** A complete lesson, by its key in any case. */
export const lessonOf = (key: string) => {
  const found = Object.values(lessons).find((own) => own.key === key.toLowerCase());
  if (!found) return null;
  const pages = [page(`<p>${key}</p>`, found.subLessons), page("<p>More</p>")];
  return { ...found, html: { languages: { en: { pages } } } };
};

const course = (
  id: number,
  key: string,
  order: number,
  subscription: Partial<SentUserCourse["user_courses"]>,
  image = "",
): SentUserCourse => ({
  ...{ id, key, title: key, translations: [], order, image, cdId: 1, weeklyTarget: 3 },
  user_courses: {
    ...{ expDate: null, expDateReal: null, subDate: null, subMonths: null },
    ...subscription,
  },
});

/** PMB is open, PMS expired, PMN without a subscription. The clock of the tests begins on 2026-03-02. */
export const userCourses = [
  course(10, "PMB", 1, { subDate: "2026-01-01", expDate: "2026-12-31" }),
  course(11, "PMS", 2, { subDate: "2025-01-01", expDate: "2026-02-01" }, "skirts.svg"),
  course(12, "PMN", 3, {}),
];
