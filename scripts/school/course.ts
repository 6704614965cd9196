import type { SchoolApi } from "./start-school.ts";

interface Skeleton {
  product: {
    menu: {
      menu1: { props: { key: string; title: string }; menu2: { lessons: string[] }[] }[];
    };
    courses: Record<string, { props: { title: string }; visibles: string[] }>;
    lessons: Record<string, { dbid: number; title: { en: string } }>;
  };
}

/** A course as shown in its menus. */
export interface ShownCourse {
  title: string;
  entries: { title: string; lessons: { id: number; key: string; title: string }[] }[];
}

/** The first-level entries of a course, each with the lessons of its first section. */
export const readCourse = async (
  api: SchoolApi,
  product: string,
  courseKey: string,
): Promise<ShownCourse> => {
  const { product: skeleton } = await api.get<Skeleton>(`/products/${product}/skeleton`);
  const course = skeleton.courses[courseKey];
  if (!course) throw new Error(`${product} has no course ${courseKey}.`);
  const { visibles } = course;
  return {
    title: course.props.title,
    entries: skeleton.menu.menu1
      .filter(({ props }) => visibles.length === 0 || visibles.includes(props.key))
      .map(({ props, menu2 }) => ({
        title: props.title,
        lessons: (menu2[0]?.lessons ?? []).map((key) => {
          const { dbid = 0, title = { en: key } } = skeleton.lessons[key] ?? {};
          return { id: dbid, key, title: title.en };
        }),
      })),
  };
};

/** The start of a lesson's text, to recognise the lesson on the screen. */
export const lessonTextStart = async (
  api: SchoolApi,
  product: string,
  lessonKey: string,
): Promise<string> => {
  const { lesson } = await api.get<{
    lesson: { html: { languages: { en: { pages: { html: string }[] } } } };
  }>(`/products/${product}/lessons/${lessonKey}`);
  const [, paragraph = ""] =
    /<p>(.*?)<\/p>/s.exec(lesson.html.languages.en.pages[0]?.html ?? "") ?? [];
  const text =
    paragraph
      .replaceAll(/<[^>]*>/g, "\n")
      .split("\n")
      .find((part) => part.trim()) ?? "";
  return text.replaceAll("&quot;", '"').replaceAll("&amp;", "&").trim().slice(0, 40).trim();
};
