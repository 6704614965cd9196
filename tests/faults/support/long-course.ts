import type { SentLesson } from "../../../src/contract/content.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";
import { fixtureSchool } from "../../server/support/test-school.ts";

export const COURSE = 11;

/** The fixture's school with only one course, of this many lessons, numbered from 1, in one menu. */
export const longCourse = async (length: number): Promise<CompiledSchool> => {
  const school = await fixtureSchool();
  const numbers = Array.from({ length }, (_, at) => at + 1);
  const keyOf = (number: number) => `lesson-${number}`;
  const lesson = (number: number): SentLesson => ({
    dbid: number,
    key: keyOf(number),
    title: { en: `Lesson ${number}` },
    image: "",
    type: "text",
    hasAssignment: false,
    hasAssignmentImage: false,
    subLessons: [],
    html: { languages: { en: { pages: [{ title: "One", html: "<p>Text</p>", subLessons: [] }] } } },
  });
  const translations = [{ language: "en", title: "Long" }];
  return {
    ...school,
    products: [
      {
        props: {
          id: 1,
          key: "PM",
          title: "Long",
          translations: [{ language: "en", title: "Long", description: "" }],
        },
        menu: {
          menu1: [
            {
              props: {
                key: "all",
                title: "All",
                descr: "",
                translations: [{ language: "en", title: "All", descr: "" }],
              },
              menu2: [{ props: { title: "All", translations }, lessons: numbers.map(keyOf) }],
            },
          ],
        },
        lessons: Object.fromEntries(numbers.map((number) => [keyOf(number), lesson(number)])),
        courses: {
          PMB: {
            props: { id: COURSE, title: "Long", translations, weeklyTarget: 5, image: "" },
            visibles: [],
            lessonsOrder: numbers.map((id) => ({ id, package_id: 1 })),
            lpackages: [1],
            lpackagesOrder: [1],
          },
        },
        courseOrder: ["PMB"],
        lpackages: { 1: { props: { packageId: 1, pdf: null, translations: [] } } },
      },
    ],
    assignments: [],
    files: [],
    captions: [],
  };
};
