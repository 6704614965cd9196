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
import { parseEdited, YAML_OPTIONS } from "../editor/parse-edited.ts";
import {
  chaptersOf,
  isReadable,
  lessonsShown,
  type ProductFacts,
  readProduct,
} from "../editor/tree/facts.ts";

const NOTHING: ProductFacts = { id: 0, titles: {}, descriptions: {}, chapters: [], courses: [] };

/** Reads `course.yaml`. One that is not there, or that cannot be read, has no courses. */
export const readOutline = (text: string | null): ProductFacts => {
  const facts = text === null ? NOTHING : readProduct(text);
  return isReadable(facts) ? facts : NOTHING;
};

const courseIn = ({ courses }: ProductFacts, key: string) =>
  courses.find((course) => course.key === key);

/** The keys of the chapters that a course shows; none for one that is not there. */
const chaptersIn = (facts: ProductFacts, key: string): readonly string[] => {
  const course = courseIn(facts, key);
  return course ? chaptersOf(facts, course) : [];
};

/** The keys of the lessons that a course shows, without their parts; none for one that is not there. */
export const lessonsIn = (facts: ProductFacts, key: string): string[] => {
  const course = courseIn(facts, key);
  return course ? lessonsShown(facts, course) : [];
};

const plainValue = (text: string): unknown => parseEdited(text)?.toJS({ maxAliasCount: 1000 });

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
  outlines: { readonly published: ProductFacts; readonly source: ProductFacts },
  course: string,
): Node[] => {
  const taken = chaptersIn(outlines.source, course);
  const own = new Set([...taken, ...chaptersIn(outlines.published, course)]);
  const inSource = new Map(source.map((chapter) => [keyOf(chapter), chapter]));
  const elsewhere = new Set(
    outlines.published.courses.flatMap(({ key }) =>
      key === course ? [] : chaptersIn(outlines.published, key),
    ),
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
  const outlines = { published: readOutline(published), source: readOutline(source) };
  const all = [...outlines.published.courses, ...outlines.source.courses];
  if (all.every(({ key }) => key === course)) {
    return { kind: courseIn(outlines.source, course) ? "source" : "gone" };
  }
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
    const text = target.toString(YAML_OPTIONS);
    const result = plainValue(text);
    for (const kind of ["source", "published"] as const) {
      const file = kind === "source" ? source : published;
      if (file !== null && isDeepStrictEqual(result, plainValue(file))) return { kind };
    }
    return { kind: "merged", text };
  } catch {
    // What one part of a file calls by a name of another part cannot be taken alone.
    return { kind: "source" };
  }
};
