import { escapeHtml } from "../content/markdown-parser.ts";
import { serverTexts } from "../server-texts.ts";
import { type EnrolForm, TRAP } from "./enrol.ts";
import type { PublicPage, PublicSchool } from "./layout-reply.ts";
import { chaptersOf, type ShownCourse, textIn, titleIn } from "./public-courses.ts";

/** A course with more lessons shows how many each chapter has: its page stays small. */
const MAX_TITLES = 300;
const MAX_DESCRIPTION = 160;

/** What became of a message. */
export type EnrolState = "sent" | "failed" | { readonly waitMinutes: number };

/** The picture of a course on a page; empty if it has none. */
export interface CoursePicture {
  readonly address: string;
  readonly isDrawing: boolean;
}

interface CourseView {
  readonly school: PublicSchool;
  readonly course: ShownCourse;
  readonly language: string;
  readonly picture: CoursePicture | null;
  /** The absolute address of the picture for those who share the page. */
  readonly shared: string | null;
}

const pathOf = ({ course }: ShownCourse): string => `/courses/${course}`;

export const titleOfCourse = ({ entry }: ShownCourse, language: string): string =>
  titleIn(entry.course.props, language);

const short = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, MAX_DESCRIPTION - 1).trimEnd()}…`;
};

/** A text in its own language, which may be another one than the page's. */
const textBlock = (
  school: PublicSchool,
  texts: Readonly<Record<string, string>>,
  language: string,
  [tag, name]: readonly [string, string],
): string => {
  const found = textIn(texts, language, school.languages);
  if (found.text === "") return "";
  const own = found.language === language ? "" : ` lang="${found.language}" dir="auto"`;
  return `<${tag} class="${name}"${own}>${escapeHtml(found.text.trim())}</${tag}>`;
};

const pictureHtml = (picture: CoursePicture | null): string =>
  picture
    ? `<img class="shown${picture.isDrawing ? " drawn" : ""}" src="${escapeHtml(picture.address)}" alt="" width="480" height="320">`
    : "";

const chaptersHtml = ({ course, language, school }: CourseView): string => {
  const chapters = chaptersOf(course.entry, language, school.languages);
  const text = serverTexts(language);
  const count = chapters.flatMap(({ sections }) =>
    sections.flatMap(({ lessons }) => lessons),
  ).length;
  if (count === 0) return "";
  const items = chapters.map(({ title, sections }) => {
    const parts = sections.map((section) => {
      const lessons =
        count > MAX_TITLES
          ? `<p>${escapeHtml(text("public.lessons", { count: String(section.lessons.length) }))}</p>`
          : `<ul>${section.lessons.map((lesson) => `<li><bdi>${escapeHtml(lesson)}</bdi></li>`).join("")}</ul>`;
      return `<p><bdi>${escapeHtml(section.title)}</bdi></p>${lessons}`;
    });
    return `<li><h3><bdi>${escapeHtml(title)}</bdi></h3>${parts.join("")}</li>`;
  });
  return `<section class="sheet"><h2>${escapeHtml(text("public.contents"))}</h2><ol class="chapters">${items.join("")}</ol></section>`;
};

const stateHtml = (state: EnrolState | null, { school, language }: CourseView): string => {
  const text = serverTexts(language);
  if (state === null) return "";
  if (state === "sent") return `<p role="status">${escapeHtml(text("public.sent"))}</p>`;
  const message =
    state === "failed"
      ? text("public.not-sent", { email: school.email })
      : text("public.too-many", { minutes: String(state.waitMinutes) });
  return `<p role="alert">${escapeHtml(message)}</p>`;
};

const formHtml = (view: CourseView, form: EnrolForm | null, state: EnrolState | null): string => {
  const { course, language } = view;
  const text = serverTexts(language);
  if (state === "sent") return stateHtml(state, view);
  const input = (name: "name" | "email" | "message", more: string) => {
    const problem = form?.problems[name];
    const value = escapeHtml(form?.fields[name] ?? "");
    const about = problem ? ` aria-invalid="true" aria-describedby="${name}-problem"` : "";
    const field =
      name === "message"
        ? `<textarea id="${name}" name="${name}" rows="5"${about} ${more}>\n${value}</textarea>`
        : `<input id="${name}" name="${name}" value="${value}"${about} ${more}>`;
    const alert = problem
      ? `<small id="${name}-problem" role="alert">${escapeHtml(text(problem))}</small>`
      : "";
    return `<label for="${name}">${escapeHtml(text(`public.${name}`))}</label>${field}${alert}`;
  };
  return [
    `<p>${escapeHtml(text("public.form-intro"))}</p>${stateHtml(state, view)}`,
    `<form method="post" action="/${language}${pathOf(course)}#enrol">`,
    input("name", 'required maxlength="100" autocomplete="name" dir="auto"'),
    input("email", 'type="email" required maxlength="320" autocomplete="email" dir="ltr"'),
    input("message", 'maxlength="2000" dir="auto"'),
    `<div class="extra" aria-hidden="true"><label for="${TRAP}">${escapeHtml(text("public.leave-empty"))}</label><input id="${TRAP}" name="${TRAP}" tabindex="-1" autocomplete="off"></div>`,
    `<button>${escapeHtml(text("public.send"))}</button></form>`,
  ].join("");
};

const enrolHtml = (view: CourseView, form: EnrolForm | null, state: EnrolState | null): string => {
  const { course, language, school } = view;
  const text = serverTexts(language);
  const heading = `<h2 id="enrol">${escapeHtml(text("public.enrol"))}</h2>`;
  if (course.enrol === null) return "";
  if (course.enrol !== "mail") {
    const address = escapeHtml(course.enrol.address);
    return `<section class="sheet">${heading}<a class="button" href="${address}" rel="noopener">${escapeHtml(text("public.shop"))}</a></section>`;
  }
  // Without an address nobody would get the mail.
  if (school.email === "") return "";
  return `<section class="sheet">${heading}${formHtml(view, form, state)}</section>`;
};

const freeTitle = ({ course, language, school }: CourseView): string =>
  textIn((course.free?.lesson.title ?? {}) as Record<string, string>, language, school.languages)
    .text;

const sideHtml = (view: CourseView): string => {
  const { school, course, language, picture } = view;
  const text = serverTexts(language);
  const part = (heading: string, block: string) =>
    block ? `<h2>${escapeHtml(heading)}</h2>${block}` : "";
  const free = course.free
    ? part(
        text("public.free-lesson"),
        `<p><a class="button" href="/${language}${pathOf(course)}/lesson"><bdi>${escapeHtml(freeTitle(view))}</bdi></a></p>`,
      )
    : "";
  return [
    pictureHtml(picture),
    part(text("public.teachers"), textBlock(school, course.teachers, language, ["p", "lines"])),
    part(text("public.price"), textBlock(school, course.price, language, ["p", "lines"])),
    free,
  ].join("");
};

/** https://schema.org/Course */
const dataOf = ({ school, course, language, shared }: CourseView): object => {
  const address = `${school.address}/${language}${pathOf(course)}`;
  const description = textIn(course.description, language, school.languages).text.trim();
  const teachers = textIn(course.teachers, language, school.languages)
    .text.split("\n")
    .map((name) => name.trim())
    .filter(Boolean);
  return {
    "@context": "https://schema.org",
    "@type": "Course",
    name: titleOfCourse(course, language),
    description: description || titleOfCourse(course, language),
    url: address,
    inLanguage: language,
    provider: {
      "@type": "EducationalOrganization",
      name: school.name,
      url: `${school.address}/${language}/courses`,
    },
    ...(shared && { image: shared }),
    hasCourseInstance: {
      "@type": "CourseInstance",
      courseMode: "online",
      ...(teachers.length > 0 && {
        instructor: teachers.map((name) => ({ "@type": "Person", name })),
      }),
    },
  };
};

export const coursePage = (
  view: CourseView,
  form: EnrolForm | null = null,
  state: EnrolState | null = null,
): PublicPage => {
  const { school, course, language, shared } = view;
  const title = titleOfCourse(course, language);
  const description = textBlock(school, course.description, language, ["p", "lead"]);
  const side = sideHtml(view);
  return {
    ...{ language, title, picture: shared, path: pathOf(course) },
    description: short(textIn(course.description, language, school.languages).text || title),
    body: [
      `<section class="sheet"><h1><bdi>${escapeHtml(title)}</bdi></h1>`,
      side ? `<div class="course"><div>${description}</div><div>${side}</div></div>` : description,
      "</section>",
      chaptersHtml(view),
      enrolHtml(view, form, state),
      `<p><a href="/${language}/courses">${escapeHtml(serverTexts(language)("public.all-courses"))}</a></p>`,
    ].join(""),
    data: dataOf(view),
    isListed: form === null && state === null,
  };
};

/** The page of a course's free lesson. @param pages of the lesson, with HTML for such a page */
export const freeLessonPage = (
  view: CourseView,
  {
    pages,
    language: written,
  }: {
    readonly pages: readonly { readonly title: string; readonly html: string }[];
    readonly language: string;
  },
): PublicPage => {
  const { course, language, shared } = view;
  const text = serverTexts(language);
  const title = freeTitle(view);
  const name = titleOfCourse(course, language);
  const own = written === language ? "" : ` lang="${written}" dir="auto"`;
  const parts = pages.map(
    (page) =>
      `<article class="sheet text"${own}>${page.title === title ? "" : `<h2><bdi>${escapeHtml(page.title)}</bdi></h2>`}${page.html}</article>`,
  );
  return {
    ...{ language, title, picture: shared, path: `${pathOf(course)}/lesson` },
    description: short(text("public.free-lesson-of", { course: name })),
    body: [
      `<h1><bdi>${escapeHtml(title)}</bdi></h1><p>${escapeHtml(text("public.free-lesson-of", { course: name }))}</p>`,
      ...parts,
      `<p><a class="button" href="/${language}${pathOf(course)}">${escapeHtml(text("public.to-course"))}</a></p>`,
    ].join(""),
    data: null,
    isListed: true,
  };
};

export const listPage = (
  school: PublicSchool,
  language: string,
  courses: readonly { readonly course: ShownCourse; readonly picture: CoursePicture | null }[],
): PublicPage => {
  const text = serverTexts(language);
  const items = courses.map(({ course, picture }) => {
    const description = short(textIn(course.description, language, school.languages).text);
    const heading = `<h2><a href="/${language}${pathOf(course)}"><bdi>${escapeHtml(titleOfCourse(course, language))}</bdi></a></h2>`;
    return `<li class="sheet">${pictureHtml(picture).replace("<img ", '<img loading="lazy" ')}${heading}<p dir="auto">${escapeHtml(description)}</p></li>`;
  });
  const body =
    items.length > 0
      ? `<ul class="list">${items.join("")}</ul>`
      : `<p>${escapeHtml(text("public.none"))}</p>`;
  return {
    ...{ language, title: text("public.courses"), picture: null, path: "/courses" },
    description: short(text("public.courses-of", { school: school.name })),
    body: `<h1>${escapeHtml(text("public.courses"))}</h1>${body}`,
    data: null,
    isListed: items.length > 0,
  };
};
