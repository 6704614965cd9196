import * as v from "valibot";
import { call } from "./call.ts";
import {
  type DeepReadonly,
  flag,
  id,
  leftOut,
  list,
  type SendsMore,
  text,
  type WireSchema,
  withDefault,
} from "./wire.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The schema of an object whose fields may be at its top level or under `props`. A client accepts
 * both.
 * @param entries the fields that our school sends at the top level
 * @param props the fields that it sends under `props`; absent: none
 */
export const flat = <Entries extends v.ObjectEntries, Props extends v.ObjectEntries = never>(
  entries: Entries,
  props?: Props,
) =>
  v.pipe(
    v.unknown(),
    v.transform((value) =>
      isRecord(value) && isRecord(value.props) ? { ...value, ...value.props } : value,
    ),
    v.object({ ...entries, ...props }),
  ) as unknown as WireSchema<
    v.InferInput<v.ObjectSchema<Entries, undefined>> &
      ([Props] extends [never]
        ? unknown
        : { props: v.InferInput<v.ObjectSchema<Props, undefined>> }),
    v.InferOutput<v.ObjectSchema<[Props] extends [never] ? Entries : Entries & Props, undefined>>
  >;

const titleTranslation = v.object({ language: v.string(), title: text });

/** A page of a lesson. `html` is a fragment that a client must sanitise. */
export const page = v.object({
  title: text,
  html: text,
  subLessons: list(
    v.object({ subLessonId: id, title: v.nullish(v.unknown()) as WireSchema<Titles, unknown> }),
  ),
});

export type Page = DeepReadonly<v.InferOutput<typeof page>>;
export type SentPage = v.InferInput<typeof page>;

/** Texts by language code. */
type Titles = Record<string, string>;

const toTitles = (value: unknown): Titles => {
  if (typeof value === "string") return { en: value };
  const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
  return Object.fromEntries(entries.filter(([, title]) => typeof title === "string"));
};

/** Titles by language. Invalid entries are left out; a plain text counts as English. */
const titles = v.nullish(v.pipe(v.unknown(), v.transform(toTitles)), {}) as WireSchema<Titles>;

/** A lesson; in a skeleton without `html`. */
export const lesson = flat({
  dbid: id,
  key: text,
  /** By language; English is the fallback. */
  title: titles,
  /** The icon name of the picture on its tile. */
  image: text,
  type: text as WireSchema<"text" | "video" | "figure" | "assignment", string>,
  hasAssignment: flag,
  hasAssignmentImage: flag,
  /** The ids of its sub-lessons, also in a skeleton. Only our school sends them. */
  subLessons: list(id),
  html: v.nullish(
    v.object({ languages: withDefault(v.record(v.string(), v.object({ pages: list(page) })), {}) }),
    null,
  ),
});

export type Lesson = DeepReadonly<v.InferOutput<typeof lesson>>;
export type SentLesson = v.InferInput<typeof lesson>;

const menu2 = flat(
  { lessons: list(v.string()) },
  {
    title: text,
    /** The aspect ratio and the minimum size of the pictures on tiles, in CSS pixels. */
    w: v.nullish(v.number(), null),
    h: v.nullish(v.number(), null),
    translations: list(titleTranslation),
  },
);

const menu1 = flat(
  { menu2: list(menu2) },
  {
    key: text,
    title: text,
    descr: text,
    translations: list(v.object({ language: v.string(), title: leftOut, descr: leftOut })),
  },
);

const course = flat(
  {
    /** The keys of the first-level entries that it shows, in order; empty means all. */
    visibles: list(v.string()),
    lessonsOrder: list(v.object({ id, package_id: withDefault(id, 1) })),
  },
  {
    id,
    title: text,
    translations: list(titleTranslation),
    weeklyTarget: withDefault(v.number(), 0),
    /** The icon name of its picture; empty if the school has chosen none. Only our school sends it. */
    image: text,
  },
);

const lpackage = flat(
  {},
  {
    pdf: text as WireSchema<string | null, string>,
    /** Its sheet in other languages. Only our school sends them. */
    translations: list(v.object({ language: v.string(), pdf: text })),
  },
);

/** A product with its menus, courses and lessons; the lessons have no texts. */
export const product = flat(
  {
    menu: v.object({ menu1: list(menu1) }),
    lessons: v.record(v.string(), lesson),
    courses: v.record(
      v.string(),
      course as SendsMore<typeof course, { lpackages: number[]; lpackagesOrder: number[] }>,
    ),
    courseOrder: list(v.string()),
    /** By package id: the asset name of the printable pattern sheet. */
    lpackages: v.fallback(
      v.record(
        v.string(),
        lpackage as SendsMore<typeof lpackage, { props: { packageId: number } }>,
      ),
      {},
    ),
  },
  {
    id: withDefault(id, 0),
    key: text,
    title: text,
    translations: list(v.object({ language: v.string(), title: leftOut, description: leftOut })),
  },
);

export type Menu1 = DeepReadonly<v.InferOutput<typeof menu1>>;
export type Menu2 = DeepReadonly<v.InferOutput<typeof menu2>>;
export type Course = DeepReadonly<v.InferOutput<typeof course>>;
export type Product = DeepReadonly<v.InferOutput<typeof product>>;

export type SentProduct = v.InferInput<typeof product>;
export type SentMenu1 = SentProduct["menu"]["menu1"][number];
export type SentMenu2 = SentMenu1["menu2"][number];
export type SentCourse = SentProduct["courses"][string];

/** An entry of the product list; `cd` is the key of the product. */
export const productEntry = v.object({
  id,
  cd: v.string(),
  title: text,
  translations: list(titleTranslation),
});

export type ProductEntry = DeepReadonly<v.InferOutput<typeof productEntry>>;

export const getProducts = call.get("/products", { answer: v.object({ cds: list(productEntry) }) });

/** A product without the lessons' texts. 404 `product/not_found`. */
export const getSkeleton = call.get("/products/:productKey/skeleton", {
  answer: v.object({ product }),
});

/**
 * A lesson with its pages. 403 `lesson/not_active` if the access rule does not allow it. With a
 * `language` our school sends the pages in that one only, or in the one that stands in for it. Without
 * it, and from another school, the lesson comes in all of its languages.
 */
export const getLesson = call.get("/products/:productKey/lessons/:lessonKey", {
  query: ["language"],
  answer: v.object({ lesson }),
});

/*
 * Calls for pictures take a `width` in pixels. A school with smaller forms of a photo sends the one that
 * suits it, in a format that `Accept` names. For a film it names one of the forms that `getAssetTicket` lists.
 * Only our school knows it; others send the picture or film.
 */

/** A picture, video or sheet of a lesson. */
export const getAsset = call.get("/assets/fetchData", {
  query: ["product", "title", "width"],
  answer: "bytes",
});

/** The picture on a lesson's tile. */
export const getIcon = call.get("/menu/icons", {
  query: ["product", "title", "width"],
  answer: "bytes",
});

/** The picture of a glossary entry. */
export const getGlossaryImage = call.get("/glossary/fetchImage", {
  query: ["title", "width"],
  answer: "bytes",
});

/** The picture of what is to be made in an assignment. */
export const getAssignmentImage = call.get("/user/assignments/image", {
  query: ["product", "title", "width"],
  answer: "bytes",
});
