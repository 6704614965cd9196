import type { Kysely } from "kysely";
import type { SentAnswer } from "../../contract/call.ts";
import type {
  getProducts,
  getSkeleton,
  SentCourse,
  SentLesson,
  SentMenu1,
  SentMenu2,
  SentProduct,
} from "../../contract/content.ts";
import type { getFaqs, getGlossary, getInstructions } from "../../contract/reference.ts";
import { visibleMenus } from "../../domain/menu-position.ts";
import type { FilmSite } from "../../domain/outside-film.ts";
import { createMutex } from "../../lib/mutex.ts";
import type { Days } from "../days.ts";
import type { Tables } from "../db/schema.ts";
import { readSetting } from "../db/settings.ts";
import { PICTURES_VERSION } from "../pictures/picture-rows.ts";
import { etagOf, Representation } from "../representation.ts";
import { readSchoolDays } from "../school/school-days.ts";
import { type CatalogueFiles, readCatalogueFiles } from "./catalogue-files.ts";
import {
  answersByMail,
  CONTENT_VERSION,
  firstLanguage,
  outsideFilmSites,
  PUBLIC_SITE,
  schoolLanguages,
} from "./import-school.ts";
import { type AssetsByLanguage, parseAssets } from "./lesson-assets.ts";
import type { PublicSite } from "./school.ts";
import { onlyTitles } from "./text-files.ts";

export interface CatalogueLesson {
  product: CatalogueProduct;
  /** Without its html. */
  lesson: SentLesson;
  checksum: string;
  assets: AssetsByLanguage;
  /** The main lesson, if this lesson is a part of one. */
  mainLessonId: number | null;
}

/** A first-level menu entry with its sections, in the form that the domain rules take. */
type CatalogueMenu = SentMenu1["props"] & {
  menu2: (SentMenu2["props"] & { lessons: string[] })[];
};

export interface CatalogueCourse {
  key: string;
  product: CatalogueProduct;
  course: SentCourse;
  /** The first-level entries of the course, in its order. */
  menus: readonly CatalogueMenu[];
}

export interface CatalogueProduct {
  key: string;
  data: SentProduct;
  skeleton: Representation<SentAnswer<typeof getSkeleton>>;
  /** By lower-case key. */
  lessons: Map<string, CatalogueLesson>;
  courses: CatalogueCourse[];
}

interface CatalogueAssignment {
  lessonId: number;
  /** Key of the product. */
  product: string;
  /** By language. */
  title: Readonly<Record<string, string>>;
  /** Names of files. */
  instructions: string | null;
  image: string | null;
}

/** Changes with the content, and with the smaller forms of its photos. */
interface CatalogueVersion {
  content: string;
  pictures: string;
}

/** The school's content in memory, without the texts of lessons and the bytes of files. */
export interface Catalogue extends CatalogueFiles {
  version: CatalogueVersion;
  /** The school's first language, in which its texts are read where another one is missing. */
  language: string;
  /** By upper-case key, in the school's order. */
  products: Map<string, CatalogueProduct>;
  lessons: Map<number, CatalogueLesson>;
  courses: Map<number, CatalogueCourse>;
  productList: Representation<SentAnswer<typeof getProducts>>;
  faqs: Representation<SentAnswer<typeof getFaqs>>;
  glossary: Representation<SentAnswer<typeof getGlossary>>;
  instructions: Representation<SentAnswer<typeof getInstructions>>;
  /** By the lesson's id. */
  assignments: Map<number, CatalogueAssignment>;
  answersByMail: boolean;
  outsideFilms: FilmSite[];
  schoolDays: Days<"school">;
  /** The school's languages, its own one first. */
  languages: readonly string[];
  publicSite: PublicSite;
}

const NOTHING_PUBLIC: PublicSite = { courses: [], pages: { imprint: {}, privacy: {} } };

const readMenu = ({ props, menu2 }: SentMenu1): CatalogueMenu => ({
  ...props,
  menu2: menu2.map(({ props: section, lessons }) => ({ ...section, lessons })),
});

const catalogueProduct = (
  key: string,
  data: SentProduct,
  rows: ReadonlyMap<number, { checksum: string; assets: string }>,
): CatalogueProduct => {
  const product: CatalogueProduct = {
    key,
    data,
    skeleton: Representation.json({ product: data }),
    lessons: new Map(),
    courses: [],
  };
  const mainOf = new Map<number, number>();
  for (const lesson of Object.values(data.lessons)) {
    for (const part of lesson.subLessons) mainOf.set(part, lesson.dbid);
  }
  for (const lesson of Object.values(data.lessons)) {
    const row = rows.get(lesson.dbid);
    product.lessons.set(lesson.key.toLowerCase(), {
      product,
      lesson,
      checksum: row?.checksum ?? "",
      assets: parseAssets(row?.assets ?? "{}"),
      mainLessonId: mainOf.get(lesson.dbid) ?? null,
    });
  }
  for (const courseKey of data.courseOrder) {
    const course = data.courses[courseKey];
    if (!course) continue;
    const menus = visibleMenus(data.menu.menu1.map(readMenu), course.visibles);
    product.courses.push({ key: courseKey, product, course, menus });
  }
  return product;
};

const productEntry = ({ key, data: { props } }: CatalogueProduct) => ({
  id: props.id,
  cd: key,
  title: props.title,
  translations: onlyTitles(props.translations),
});

const readVersion = async (db: Kysely<Tables>): Promise<CatalogueVersion> => ({
  content: (await readSetting(db, CONTENT_VERSION)) ?? "",
  pictures: (await readSetting(db, PICTURES_VERSION)) ?? "",
});

const isSame = (one: CatalogueVersion, other: CatalogueVersion): boolean =>
  one.content === other.content && one.pictures === other.pictures;

const read = async (db: Kysely<Tables>): Promise<Catalogue> => {
  const version = await readVersion(db);
  const rows = await db.selectFrom("product").selectAll().orderBy("position").execute();
  const lessonRows = await db.selectFrom("lesson").select(["dbid", "checksum", "assets"]).execute();
  const listings = await db.selectFrom("listing").selectAll().execute();
  const assignments = await db
    .selectFrom("assignment")
    .select(["lesson_id", "product", "title", "instructions", "image"])
    .execute();
  const byMail = await answersByMail(db);
  const outsideFilms = await outsideFilmSites(db);
  const schoolDays = await readSchoolDays(db);

  const rowsById = new Map(lessonRows.map((row) => [row.dbid, row]));
  const products = rows.map(({ key, data }) => catalogueProduct(key, JSON.parse(data), rowsById));
  /** The stored JSON of a part of the content, under the name that its call uses. */
  const listing = <Value>(name: string, field: keyof Value & string): Representation<Value> => {
    const data = listings.find((entry) => entry.name === name)?.data ?? "[]";
    const bytes = Buffer.from(`{${JSON.stringify(field)}:${data}}`);
    return new Representation("application/json", bytes, etagOf(bytes));
  };
  return {
    version,
    language: await firstLanguage(db),
    products: new Map(products.map((product) => [product.key.toUpperCase(), product])),
    lessons: new Map(
      products.flatMap(({ lessons }) =>
        [...lessons.values()].map((entry) => [entry.lesson.dbid, entry] as const),
      ),
    ),
    courses: new Map(
      products.flatMap(({ courses }) =>
        courses.map((entry) => [entry.course.props.id, entry] as const),
      ),
    ),
    productList: Representation.json({ cds: products.map(productEntry) }),
    faqs: listing("faqs", "faqs"),
    glossary: listing("glossary", "glossary"),
    instructions: listing("instructions", "courseInstructions"),
    assignments: new Map(
      assignments.map(({ lesson_id, title, ...named }) => [
        lesson_id,
        { ...named, lessonId: lesson_id, title: JSON.parse(title) },
      ]),
    ),
    answersByMail: byMail,
    outsideFilms,
    schoolDays,
    languages: await schoolLanguages(db),
    publicSite: {
      ...NOTHING_PUBLIC,
      ...JSON.parse(listings.find(({ name }) => name === PUBLIC_SITE)?.data ?? "{}"),
    },
    ...(await readCatalogueFiles(db)),
  };
};

/**
 * Reads the catalogue: of one whose content is the same only the files. Reads it again if an import has committed
 * between its queries.
 */
const load = async (db: Kysely<Tables>, before?: Catalogue): Promise<Catalogue> => {
  for (;;) {
    const version = await readVersion(db);
    const catalogue =
      before?.version.content === version.content
        ? { ...before, ...(await readCatalogueFiles(db)), version }
        : await read(db);
    if (isSame(catalogue.version, await readVersion(db))) return catalogue;
  }
};

/** Holds the catalogue and reloads it when an import has changed the content. */
export class CatalogueHolder {
  readonly #db: Kysely<Tables>;
  readonly #exclusive = createMutex();
  #current: Catalogue;

  private constructor(db: Kysely<Tables>, current: Catalogue) {
    this.#db = db;
    this.#current = current;
  }

  static async open(db: Kysely<Tables>): Promise<CatalogueHolder> {
    return new CatalogueHolder(db, await load(db));
  }

  get current(): Catalogue {
    return this.#current;
  }

  /**
   * Reloads content that an import, possibly by another process, has changed. One after the other: an
   * earlier reload that takes longer would put back what it has read.
   */
  refresh(): Promise<void> {
    return this.#exclusive("refresh", async () => {
      if (isSame(await readVersion(this.#db), this.#current.version)) return;
      this.#current = await load(this.#db, this.#current);
    });
  }
}
