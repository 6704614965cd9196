import * as v from "valibot";
import { call } from "./call.ts";
import {
  type DeepReadonly,
  flag,
  id,
  list,
  orElse,
  type SendsMore,
  text,
  type WireSchema,
} from "./wire.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * An object whose fields stand flat or under `props`: a client takes both.
 * @param entries what our school sends flat
 * @param props what it sends under `props`; absent: nothing
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

/** A page of a lesson; `html` is a fragment that a client treats as hostile. */
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

const words = (value: unknown): Titles => {
  if (typeof value === "string") return { en: value };
  const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
  return Object.fromEntries(entries.filter(([, title]) => typeof title === "string"));
};

/** Titles by language; a language without a word is left out. */
const titles = v.nullish(v.pipe(v.unknown(), v.transform(words)), {}) as WireSchema<Titles>;

/** Fields flat or under `props`; without `html` in a skeleton. */
export const lesson = flat({
  dbid: id,
  key: text,
  /** By language; English stands in for what is missing. */
  title: titles,
  /** Name of the tile's picture among the icons. */
  image: text,
  type: text as WireSchema<"text" | "video" | "figure" | "assignment", string>,
  hasAssignment: flag,
  hasAssignmentImage: flag,
  /** Our school's: the sub-lessons' ids, so that a skeleton says where each belongs. */
  subLessons: list(id),
  html: v.nullish(
    v.object({ languages: orElse(v.record(v.string(), v.object({ pages: list(page) })), {}) }),
    null,
  ),
});

export type Lesson = DeepReadonly<v.InferOutput<typeof lesson>>;
export type SentLesson = v.InferInput<typeof lesson>;

const menu2 = flat(
  { lessons: list(v.string()) },
  {
    title: text,
    /** Ratio and least size of the tile pictures, CSS pixels. */
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
    translations: list(v.object({ language: v.string(), title: text, descr: text })),
  },
);

const course = flat(
  {
    /** Keys of the first-level entries it shows, in order; empty means all. */
    visibles: list(v.string()),
    lessonsOrder: list(v.object({ id, package_id: orElse(id, 1) })),
  },
  { id, title: text, translations: list(titleTranslation), weeklyTarget: orElse(v.number(), 0) },
);

const lpackage = flat({}, { pdf: text as WireSchema<string | null, string> });

/** A product without its lessons' texts: what the menus are drawn from. */
export const product = flat(
  {
    menu: v.object({ menu1: list(menu1) }),
    lessons: v.record(v.string(), lesson),
    courses: v.record(
      v.string(),
      course as SendsMore<typeof course, { lpackages: number[]; lpackagesOrder: number[] }>,
    ),
    courseOrder: list(v.string()),
    /** By package id: the name of its printable sheet among the assets. */
    lpackages: v.fallback(
      v.record(
        v.string(),
        lpackage as SendsMore<typeof lpackage, { props: { packageId: number } }>,
      ),
      {},
    ),
  },
  {
    id: orElse(id, 0),
    key: text,
    title: text,
    translations: list(v.object({ language: v.string(), title: text, description: text })),
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

/** One entry of the product list; `cd` is its key. */
export const productEntry = v.object({
  id,
  cd: v.string(),
  title: text,
  translations: list(titleTranslation),
});

export type ProductEntry = DeepReadonly<v.InferOutput<typeof productEntry>>;

export const getProducts = call({
  method: "GET",
  path: "/products",
  answer: v.object({ cds: list(productEntry) }),
});

export const getSkeleton = call({
  method: "GET",
  path: "/products/:productKey/skeleton",
  answer: v.object({ product }),
});

/** One lesson, whole. 403 `lesson/not_active` where the access rule keeps the student out. */
export const getLesson = call({
  method: "GET",
  path: "/products/:productKey/lessons/:lessonKey",
  answer: v.object({ lesson }),
});

/** A picture, video or sheet that a lesson names. */
export const getAsset = call({
  method: "GET",
  path: "/assets/fetchData",
  query: ["product", "title"],
  answer: "bytes",
});

/** The picture on a lesson's tile. */
export const getIcon = call({
  method: "GET",
  path: "/menu/icons",
  query: ["product", "title"],
  answer: "bytes",
});

export const getGlossaryImage = call({
  method: "GET",
  path: "/glossary/fetchImage",
  query: ["title"],
  answer: "bytes",
});

export const getAssignmentImage = call({
  method: "GET",
  path: "/user/assignments/image",
  query: ["product", "title"],
  answer: "bytes",
});
