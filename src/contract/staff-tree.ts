import * as v from "valibot";
import { call } from "./call.ts";
import { sentFile } from "./checksum.ts";
import { said } from "./remark.ts";
import { maybeChecksum } from "./staff-editor.ts";
import { boundedList, type DeepReadonly, flag, list, text, withDefault } from "./wire.ts";

/*
 * The content as one tree of products, courses, chapters, sections and lessons, only at our school and for managers
 * and above (403 for others). It is that of the draft; without one, what is published. Each change is one call, writes
 * only what has changed in the author's files, and is one of the draft (`staff-content.ts`). Keys and numbers are made
 * by the school and stay for good.
 */

const TREE_KINDS = ["product", "course", "chapter", "section", "lesson"] as const;

export type TreeKind = (typeof TREE_KINDS)[number];

/** What a new lesson is: a text, a main lesson with its first part, or one with an assignment. */
export const NEW_LESSONS = ["lesson", "main", "assignment"] as const;

/** The longest title, in UTF-16 units. */
export const MAX_TREE_TITLE = 1000;

export const MAX_COPIED_LESSONS = 300;

const words = list(v.object({ language: v.string(), text: v.string() }));

const problem = v.object({ line: v.number(), ...said });

const lesson = v.object({
  key: v.string(),
  /** Its number; 0: it has none yet. */
  id: v.number(),
  titles: words,
  /** As in `lesson` of the content; empty where it cannot be read. */
  type: text,
  /** Whether it has pages with parts. */
  main: flag,
  assignment: flag,
  /** The keys of its parts. */
  parts: list(v.string()),
  /** The languages in which it has a text. */
  texts: list(v.string()),
  /** Of its main file. */
  checksum: v.string(),
  problem: withDefault(problem, null),
});

const section = v.object({ titles: words, lessons: list(v.string()) });

const chapter = v.object({
  key: v.string(),
  titles: words,
  descriptions: words,
  sections: list(section),
});

/** A part of a course with one printable sheet. `language` of a sheet is empty if it is for all languages. */
const bundle = v.object({
  id: v.number(),
  sheets: list(v.object({ language: text, name: v.string() })),
  chapters: list(v.string()),
});

const course = v.object({
  key: v.string(),
  id: v.number(),
  titles: words,
  /** The keys of the chapters that it shows, in their order. */
  chapters: list(v.string()),
  weekly_target: v.number(),
  /** The name of its picture; empty: that of the lesson that comes next. */
  picture: text,
  packages: list(bundle),
});

const product = v.object({
  key: v.string(),
  id: v.number(),
  titles: words,
  descriptions: words,
  /** Of its `course.yaml`; null: there is none. */
  checksum: maybeChecksum,
  /** Why its file cannot be read. It has no courses and chapters then. */
  problem: withDefault(problem, null),
  courses: list(course),
  chapters: list(chapter),
  /** All lessons of its folder, by key. */
  lessons: list(lesson),
});

const tree = v.object({
  /** `empty`: the school has no content, and can begin; `no-folder`: it has content without an author's folder. */
  state: v.picklist(["ready", "empty", "no-folder"]),
  draft: flag,
  /** Of `school.yaml`. */
  checksum: maybeChecksum,
  problem: withDefault(problem, null),
  /** The name of the school; empty where it is not known. */
  organisation: text,
  /** The first one is that of the school, in which every title is needed. */
  languages: list(v.string()),
  products: list(product),
});

export type ContentTree = DeepReadonly<v.InferOutput<typeof tree>>;
export type TreeProduct = ContentTree["products"][number];
export type TreeCourse = TreeProduct["courses"][number];
export type TreeChapter = TreeProduct["chapters"][number];
export type TreeLesson = TreeProduct["lessons"][number];
export type TreeWords = TreeLesson["titles"];

export const getTree = call.get("/staff/tree", { level: 20, answer: tree });

const key = v.pipe(v.string(), v.maxLength(200));
const position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));

/**
 * Where something is in the tree. Empty: it is in none. A chapter is in a course or in none; a lesson in a section, or
 * a part of a main lesson, or in neither.
 */
const place = v.object({
  kind: v.picklist(TREE_KINDS),
  product: key,
  course: key,
  chapter: key,
  section: v.nullable(position),
  lesson: key,
  /** The main lesson of which it is a part. */
  main: key,
});

export type TreePlace = DeepReadonly<v.InferOutput<typeof place>>;

/** The most texts that one change has: more than there are languages. */
const MAX_WORDS = 50;

const line = (most: number) => v.pipe(v.string(), v.maxLength(most));
const sentWords = (most: number) =>
  boundedList(v.object({ language: line(10), text: line(most) }), MAX_WORDS);
const titles = sentWords(MAX_TREE_TITLE);

const change = v.variant("do", [
  v.object({
    do: v.literal("add"),
    kind: v.picklist(TREE_KINDS),
    /** Null for a product. */
    under: v.nullable(place),
    /** Its position there; null: the last. */
    at: v.nullable(position),
    titles,
    lesson: v.nullable(v.picklist(NEW_LESSONS)),
    /** What a course begins with: nothing, lessons that explain themselves, or a copy of the course of this place. */
    from: v.nullable(v.union([v.picklist(["empty", "examples"]), place])),
    /** The first chapter of a course that begins with nothing; none: the school names it. */
    chapter: v.optional(titles),
  }),
  v.object({ do: v.literal("name"), place, titles, descriptions: v.nullable(sentWords(4000)) }),
  v.object({
    do: v.literal("course"),
    place,
    chapters: boundedList(key, 5000),
    weekly_target: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
    /** Undefined: it stays; null: none. */
    picture: v.optional(v.nullable(sentFile)),
    /** The sheets that change, of a package, or of the course where it has none (`package` 0). */
    sheets: boundedList(
      v.object({ package: position, language: line(10), file: v.nullable(sentFile) }),
      MAX_WORDS,
    ),
  }),
  v.object({ do: v.literal("move"), place, under: place, to: position }),
  /** A copy beside it, or at the end of a place in another product, with the files that its texts name. */
  v.object({ do: v.literal("copy"), place, into: v.optional(place) }),
  v.object({ do: v.literal("remove"), place }),
]);

export type TreeChange = DeepReadonly<v.InferOutput<typeof change>>;

/** The most bytes of a change: titles of 1,000 letters in all languages, and thousands of chapters. */
const MAX_CHANGE_BYTES = 1024 * 1024;

/**
 * Changes the tree. The `to` of a move is the position at the new place, without what is moved. `replaces` names the files that the change was
 * decided by, with their checksums: `school.yaml` for products, `course.yaml` of the product for all else, and the
 * lesson's file for its title. 409 `content/conflict` with the paths if one of them is not what it was; nothing is
 * changed then. 422 `content/entry_not_editable` for a file written in a way in which more would change, and
 * `content/too_many_files` for a copy of more than `MAX_COPIED_LESSONS`. The answer has the tree as it is then, the
 * place of what was added, moved or copied, and the name of the step for `postUndo`; it is empty if nothing was changed.
 */
export const postTreeChange = call.post("/staff/tree", {
  level: 20,
  maxBytes: MAX_CHANGE_BYTES,
  body: v.object({
    replaces: boundedList(v.object({ path: line(1000), checksum: maybeChecksum }), 10),
    change,
  }),
  answer: v.object({ tree, place: withDefault(place, null), step: text }),
});

/**
 * Begins the content of a school that has none: its name, its languages, and a first course. 409 `content/conflict`
 * if it has some by now.
 */
export const postTreeBegin = call.post("/staff/tree/begin", {
  level: 20,
  body: v.object({
    /** The name of the school, where it is not known. */
    organisation: line(200),
    languages: boundedList(line(10), MAX_WORDS),
    title: line(MAX_TREE_TITLE),
    /** The title of its first chapter, unless it begins with examples; empty: the school names it. */
    chapter: line(MAX_TREE_TITLE),
    from: v.picklist(["empty", "examples"]),
  }),
  answer: v.object({ tree, place: withDefault(place, null) }),
});

const removal = v.object({
  /** How many lessons are gone then; those that stand elsewhere, too, stay. */
  lessons: v.number(),
  /** Courses that are gone or show fewer lessons, with how many students have them. */
  courses: list(v.object({ key: text, titles: words, students: v.number() })),
  /** How many students are in the middle of these lessons, and how many have completed some. */
  studying: v.number(),
  completed: v.number(),
  /** How many hand-ins there are for these lessons. */
  hand_ins: v.number(),
});

export type TreeRemoval = DeepReadonly<v.InferOutput<typeof removal>>;

/** What a removal means to students, by what is published. It changes nothing. */
export const postTreeRemoval = call.post("/staff/tree/removal", {
  level: 20,
  body: v.object({ place }),
  answer: removal,
});
