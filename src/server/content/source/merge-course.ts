import { isDeepStrictEqual } from "node:util";
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import { parseEdited } from "../editor/parse-edited.ts";

/** A chapter of a product's menu as its author writes it, as far as it is read here. */
interface Chapter {
  readonly key: string;
  readonly lessons: readonly string[];
}

/** What `course.yaml` says of a product's chapters and courses, as far as it can be read. */
export interface CourseOutline {
  readonly chapters: readonly Chapter[];
  /** By course: the keys of the chapters that it shows, in their order. */
  readonly shown: ReadonlyMap<string, readonly string[]>;
  /** All that is written of a course, as text; empty for one that is not there. */
  readonly written: (course: string) => string;
}

const EMPTY: CourseOutline = { chapters: [], shown: new Map(), written: () => "" };

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

const listIn = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((each) => each !== null && typeof each === "object") : [];

const contentIn = (document: Document.Parsed | null): Record<string, unknown> => {
  const value: unknown = document?.toJS({ maxAliasCount: 1000 });
  return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
};

const outlineOf = (document: Document.Parsed | null): CourseOutline => {
  const { menu, courses } = contentIn(document);
  const chapters = listIn(menu).map(({ key, sections }) => ({
    key: String(key),
    lessons: listIn(sections).flatMap(({ lessons }) => textsIn(lessons)),
  }));
  const entries = Object.entries(
    courses !== null && typeof courses === "object" ? (courses as Record<string, unknown>) : {},
  );
  const all = chapters.map(({ key }) => key);
  const menusOf = (course: unknown) => (course as { menus?: unknown } | null)?.menus;
  return {
    chapters,
    shown: new Map(
      entries.map(([name, course]) => [
        name,
        menusOf(course) ? textsIn(menusOf(course)).filter((key) => all.includes(key)) : all,
      ]),
    ),
    written: (name) => {
      const course = entries.find(([key]) => key === name)?.[1];
      return course === undefined ? "" : JSON.stringify([course, menu]);
    },
  };
};

/** Reads `course.yaml`. One that is not there, or that cannot be read, has no courses. */
export const readOutline = (text: string | null): CourseOutline =>
  text === null ? EMPTY : outlineOf(parseEdited(text));

/** The keys of the lessons that a course shows, without their parts. */
export const lessonsShown = ({ chapters, shown }: CourseOutline, course: string): string[] => {
  const own = new Set(shown.get(course) ?? []);
  return chapters.filter(({ key }) => own.has(key)).flatMap(({ lessons }) => lessons);
};

const seqIn = (document: Document.Parsed, name: string): YAMLSeq<Node> => {
  const found = document.get(name);
  return isSeq<Node>(found) ? found : new YAMLSeq();
};

const mapIn = (document: Document.Parsed, name: string): YAMLMap => {
  const found = document.get(name);
  return isMap(found) ? found : new YAMLMap();
};

const keyOf = (chapter: Node): string => (isMap(chapter) ? String(chapter.get("key")) : "");

const nameOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);

/** The chapters once those of one course are as in `source`; all others stay as they are published. */
const mergedChapters = (
  published: readonly Node[],
  source: readonly Node[],
  outlines: { readonly published: CourseOutline; readonly source: CourseOutline },
  course: string,
): Node[] => {
  const taken = outlines.source.shown.get(course) ?? [];
  const own = new Set([...taken, ...(outlines.published.shown.get(course) ?? [])]);
  const inSource = new Map(source.map((chapter) => [keyOf(chapter), chapter]));
  const elsewhere = new Set(
    [...outlines.published.shown].flatMap(([name, keys]) => (name === course ? [] : keys)),
  );
  const merged = published.flatMap((chapter) => {
    const key = keyOf(chapter);
    if (taken.includes(key)) return [inSource.get(key) ?? chapter];
    // A chapter that is gone stays for the other courses that show it.
    return own.has(key) && !inSource.has(key) && !elsewhere.has(key) ? [] : [chapter];
  });
  for (const [at, chapter] of source.entries()) {
    if (!taken.includes(keyOf(chapter)) || merged.includes(chapter)) continue;
    const before = source.slice(0, at).findLast((each) => merged.includes(each));
    merged.splice(before ? merged.indexOf(before) + 1 : 0, 0, chapter);
  }
  // The course's chapters come in its own order, at the places that they have together.
  const order = source.filter((chapter) => merged.includes(chapter));
  return merged.map((chapter) => (order.includes(chapter) ? (order.shift() ?? chapter) : chapter));
};

const mergedCourses = (published: readonly Pair[], source: readonly Pair[], course: string) => {
  const own = source.find((pair) => nameOf(pair) === course);
  const others = published.some((pair) => nameOf(pair) === course)
    ? published
    : [...published, ...(own ? [own] : [])];
  return others.flatMap((pair) => (nameOf(pair) === course ? (own ?? []) : pair));
};

/** What becomes of a product's `course.yaml` when one course is taken from another one. */
type MergedCourse =
  /** The product has no course any more. */
  | { readonly kind: "gone" }
  /** It is the one file or the other, byte for byte. */
  | { readonly kind: "published" | "source" }
  | { readonly kind: "merged"; readonly text: string };

const OPTIONS = {
  lineWidth: 0,
  flowCollectionPadding: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

/**
 * Takes one course, with the chapters that it shows, from one `course.yaml` into another. What the product's other
 * courses have stays; a chapter that two courses show is taken with the one. Comments stay.
 * @param published the file into which it is taken; null: there is none
 * @param source the file from which it is taken; null: there is none, and the course is removed
 */
export const mergeCourse = (
  published: string | null,
  source: string | null,
  course: string,
): MergedCourse => {
  const [into, from] = [published, source].map((text) =>
    text === null ? null : parseEdited(text),
  );
  // What cannot be read is taken as it is, and the check says what is wrong with it.
  if (source !== null && !from) return { kind: "source" };
  if (published !== null && !into) return { kind: source === null ? "gone" : "source" };
  const outlines = { published: outlineOf(into ?? null), source: outlineOf(from ?? null) };
  const isAlone = [...outlines.published.shown.keys(), ...outlines.source.shown.keys()].every(
    (name) => name === course,
  );
  if (isAlone) return { kind: outlines.source.shown.has(course) ? "source" : "gone" };
  const target = into ?? (source === null ? null : parseEdited(source));
  if (!target) return { kind: "gone" };
  const [menu, courses] = [seqIn(target, "menu"), mapIn(target, "courses")];
  menu.items = mergedChapters(
    into ? menu.items : [],
    from ? seqIn(from, "menu").items : [],
    outlines,
    course,
  );
  courses.items = mergedCourses(
    into ? courses.items : [],
    from ? mapIn(from, "courses").items : [],
    course,
  ) as typeof courses.items;
  if (courses.items.length === 0) return { kind: "gone" };
  try {
    const text = target.toString(OPTIONS);
    const result = contentIn(parseEdited(text));
    for (const kind of ["source", "published"] as const) {
      const file = kind === "source" ? source : published;
      if (file !== null && isDeepStrictEqual(result, contentIn(parseEdited(file)))) return { kind };
    }
    return { kind: "merged", text };
  } catch {
    // What one part of a file calls by a name of another part cannot be taken alone.
    return { kind: "source" };
  }
};
