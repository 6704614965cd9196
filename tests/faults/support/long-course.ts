import type { SentLesson } from "../../../src/contract/content.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";

export const COURSE = 11;

/** A school with one course of this many lessons, numbered from 1, in one menu. */
export const longCourse = (length: number): CompiledSchool => {
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
    languages: ["en"],
    organisation: {
      id: 1,
      name: "Long School",
      logo: "",
      email: "desk@long.example",
      telephone: "",
      download_available: false,
      accent: "",
      footer: {},
    },
    brand: { icon: null, shortName: "" },
    mails: {},
    announcements: [],
    tutorTalk: "here",
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
    faqs: [],
    glossary: [],
    instructions: [],
    files: [],
    captions: [],
  };
};
