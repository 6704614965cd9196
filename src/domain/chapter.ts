import type { Lesson, Product } from "../contract/content.ts";
import { assetsIn, attributeValues } from "./course-files.ts";
import { createTreeIndex, type FileKind } from "./file-names.ts";
import { lessonOf, type MenuSections } from "./menu-position.ts";

const videoNames = attributeValues("<video\\b[^<>]*?\\bdata-asset");

/** The names of the videos in a fragment of lesson HTML, without duplicates. */
export const videosIn = (html: string): string[] => [...new Set(videoNames(html).filter(Boolean))];

/** A file of a chapter: how lessons name it, and its name in the tree. */
export interface ChapterFile {
  readonly kind: FileKind;
  readonly title: string;
  readonly name: string;
  readonly isVideo: boolean;
}

/** The form in which names of terms are compared. */
export const foldTerm = (term: string): string => term.trim().normalize().toLowerCase();

const termNames = attributeValues("\\bdata-term");

/** The glossary's terms that a fragment of lesson HTML refers to, in the form of `foldTerm`. */
export const termsIn = (html: string): string[] => termNames(html).map(foldTerm);

const subLessonIds = (lesson: Lesson) => [
  ...lesson.subLessons,
  ...Object.values(lesson.html?.languages ?? {}).flatMap(({ pages }) =>
    pages.flatMap(({ subLessons }) => subLessons.map(({ subLessonId }) => subLessonId)),
  ),
];

/**
 * The lessons of a chapter with their sub-lessons, each once, in the order of the menu.
 * @param product with the lessons' texts
 */
export const chapterLessons = (product: Product, chapter: MenuSections): Lesson[] => {
  const found = new Set<Lesson>();
  const add = (lesson: Lesson | null) => {
    if (!lesson || found.has(lesson)) return;
    found.add(lesson);
    for (const id of subLessonIds(lesson)) add(lessonOf(product, String(id)));
  };
  for (const { lessons } of chapter.menu2) for (const key of lessons) add(lessonOf(product, key));
  return [...found];
};

interface ChapterFileOptions {
  productKey: string;
  lessons: readonly Lesson[];
  /** The fragments of HTML that are shown. */
  html: readonly string[];
  /** The titles of the lessons' pattern sheets. */
  sheets: readonly string[];
  /** The pictures of the glossary's terms that the text refers to. */
  termImages: readonly string[];
  /** All names in the tree. */
  names: readonly string[];
}

/** The files that the lessons of a chapter show or offer. One that is not in the tree is left out. */
export const chapterFiles = (options: ChapterFileOptions): ChapterFile[] => {
  const { productKey } = options;
  const find = createTreeIndex(options.names);
  const videos = new Set(options.html.flatMap(videosIn));
  const files = new Map<string, ChapterFile>();
  const add = (kind: FileKind, title: string) => {
    const name = title && find(kind, kind === "glossary" ? "" : productKey, title);
    if (!name) return;
    const isVideo = kind === "asset" && videos.has(title);
    files.set(`${kind} ${title}`, { kind, title, name, isVideo });
  };
  for (const { image } of options.lessons) add("icon", image);
  for (const fragment of options.html) for (const title of assetsIn(fragment)) add("asset", title);
  for (const title of options.sheets) add("asset", title);
  for (const title of options.termImages) add("glossary", title);
  return [...files.values()];
};
