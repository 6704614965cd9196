import { hash } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import type { SentLesson, SentProduct } from "../../contract/content.ts";
import { FALLBACK_LANGUAGE } from "../../domain/languages.ts";
import { pageTexts } from "../../domain/lesson-search.ts";
import { FILM_SITES, type FilmSite } from "../../domain/outside-film.ts";
import { isWeekday, type Weekday } from "../../domain/week-locale.ts";
import { chunks } from "../../lib/chunks.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";
import { readSetting, writeSetting } from "../db/settings.ts";
import { syncPictures } from "../pictures/picture-rows.ts";
import { contentFile, type Store } from "../store/store.ts";
import { holdFiles } from "../store/unused-files.ts";
import {
  addToSearchIndex,
  clearSearchIndex,
  removeFromSearchIndex,
} from "../study/search-index.ts";
import { serializeAssets } from "./lesson-assets.ts";
import type { CompiledSchool, SchoolFile } from "./school.ts";

/** The products that are published, without the texts of their lessons. */
export const publishedProducts = async (db: Kysely<Tables>): Promise<SentProduct[]> => {
  const rows = await db.selectFrom("product").select("data").orderBy("position").execute();
  return rows.map(({ data }) => JSON.parse(data));
};

export const courseIds = async (db: Kysely<Tables>): Promise<Map<string, number>> =>
  new Map(
    (await publishedProducts(db)).flatMap(({ courses }) =>
      Object.entries(courses).map(([key, { props }]) => [key, props.id] as const),
    ),
  );

export const courseKeys = async (db: Kysely<Tables>): Promise<Map<number, string>> =>
  new Map([...(await courseIds(db))].map(([key, id]) => [id, key]));

/** The listing of what everybody may read. */
export const PUBLIC_SITE = "public";

/** The setting that holds the content's checksum. A server reloads when it changes. */
export const CONTENT_VERSION = "content_version";

/** Used in place of a lesson id for an author's captions, which apply to every lesson. */
export const AUTHOR_LESSON_ID = 0;

const ROWS_AT_ONCE = 100;

const insertAll = async <Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  rows: Insertable<Tables[Name]>[],
): Promise<void> => {
  for (const some of chunks(rows, ROWS_AT_ONCE)) await db.insertInto(table).values(some).execute();
};

const skeletonOf = (product: SentProduct): SentProduct => ({
  ...product,
  lessons: Object.fromEntries(
    Object.entries(product.lessons).map(([key, { html: _, ...lesson }]) => [key, lesson]),
  ),
});

const checksums = new WeakMap<SentLesson, string>();

/** The checksum of a lesson's row. It is counted once for each lesson. */
export const lessonChecksum = (lesson: SentLesson): string => {
  const known = checksums.get(lesson) ?? hash("sha256", JSON.stringify(lesson));
  checksums.set(lesson, known);
  return known;
};

const lessonsWithIds = (products: readonly SentProduct[]) =>
  products.flatMap(({ props, lessons }) =>
    Object.values(lessons).map((lesson) => {
      const { dbid, key } = lesson;
      return { lesson, row: { product: props.key, key, dbid, checksum: lessonChecksum(lesson) } };
    }),
  );

const versionOf = ({
  products,
  ...school
}: Omit<CompiledSchool, "files" | "pictures"> & {
  readonly files: readonly Omit<SchoolFile, "source">[];
}): string =>
  hash(
    "sha256",
    JSON.stringify({
      ...school,
      products: products.map((product) => ({
        ...product,
        lessons: Object.values(product.lessons).map(lessonChecksum),
      })),
    }),
  );

const LANGUAGES = "languages";

/** The languages that the school offers, its first one before the others; English before any content is imported. */
export const schoolLanguages = async (db: Kysely<Tables>): Promise<string[]> => {
  const languages = await readSetting(db, LANGUAGES);
  return languages === null ? ["en"] : JSON.parse(languages);
};

/** The languages of a school that has none yet, because nothing of it is published. */
export const writeSchoolLanguages = (
  db: Kysely<Tables>,
  languages: readonly string[],
): Promise<void> => writeSetting(db, LANGUAGES, JSON.stringify(languages));

/** The school's first language, in which its texts are read where another one is missing. */
export const firstLanguage = async (db: Kysely<Tables>): Promise<string> =>
  (await schoolLanguages(db))[0] ?? FALLBACK_LANGUAGE;

const TUTOR_TALK = "tutor_talk";

/** Whether the school answers students' messages by mail. */
export const answersByMail = async (db: Kysely<Tables>): Promise<boolean> =>
  (await readSetting(db, TUTOR_TALK)) === ("mail" satisfies CompiledSchool["tutorTalk"]);

const VOICE_ANSWERS = "voice_answers";

/** Whether the school takes recordings with answers to hand-ins. */
export const takesVoice = async (db: Kysely<Tables>): Promise<boolean> =>
  (await readSetting(db, VOICE_ANSWERS)) !== "off";

const OUTSIDE_FILMS = "outside_films";

/** The companies whose films the school's lessons may show. */
export const outsideFilmSites = async (db: Kysely<Tables>): Promise<FilmSite[]> => {
  const listed = (await readSetting(db, OUTSIDE_FILMS)) ?? "";
  return FILM_SITES.filter((site) => listed.split(" ").includes(site));
};

const WEEK_START = "week_start";

/** The first day of the school's weeks, as the organisation has it; empty: that of each person. */
export const schoolWeek = async (db: Kysely<Tables>): Promise<{ week_start?: Weekday }> => {
  const day = Number(await readSetting(db, WEEK_START));
  return isWeekday(day) ? { week_start: day } : {};
};

const lastPageId = async (db: Kysely<Tables>): Promise<number> => {
  const row = await db
    .selectFrom("lesson_text")
    .select(({ fn }) => fn.max("id").as("last"))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
};

/** The row of a school's settings, as an import writes it. */
export const organisationRow = ({
  organisation,
  brand,
  mails,
}: CompiledSchool): Tables["organisation"] => ({
  id: organisation.id,
  name: organisation.name,
  logo: organisation.logo,
  email: organisation.email,
  telephone: organisation.telephone,
  download_available: organisation.download_available ? 1 : 0,
  accent: organisation.accent,
  footer: JSON.stringify(organisation.footer),
  logo_dark: organisation.logo_dark ?? "",
  favicon: brand.icon?.data ?? "",
  favicon_tag: brand.icon?.tag ?? "",
  title: organisation.title ?? "",
  short_name: brand.shortName,
  zone: organisation.zone ?? "",
  mails: JSON.stringify(mails),
});

/** What tells the row of a lesson from others. */
const idOf = (row: Pick<Tables["lesson"], "dbid" | "product" | "key" | "checksum">): string =>
  JSON.stringify([row.dbid, row.product, row.key, row.checksum]);

const removeLessons = async (db: Kysely<Tables>, ids: readonly number[]): Promise<void> => {
  for (const some of chunks(ids, ROWS_AT_ONCE)) {
    const pages = await db
      .selectFrom("lesson_text")
      .select(["id", "head", "folded"])
      .where("lesson_id", "in", some)
      .execute();
    await removeFromSearchIndex(db, pages);
    await db.deleteFrom("lesson_text").where("lesson_id", "in", some).execute();
    await db.deleteFrom("lesson").where("dbid", "in", some).execute();
  }
};

/** Replaces the lessons that have changed, and their searchable texts. The others keep their rows. */
const replaceLessons = async (
  db: Kysely<Tables>,
  products: readonly SentProduct[],
): Promise<void> => {
  const all = lessonsWithIds(products);
  const present = await db
    .selectFrom("lesson")
    .select(["dbid", "product", "key", "checksum"])
    .execute();
  const wanted = new Set(all.map(({ row }) => idOf(row)));
  const gone = present.filter((row) => !wanted.has(idOf(row)));
  const kept = new Set(present.map((row) => idOf(row)));
  const fresh = all.filter(({ row }) => !kept.has(idOf(row)));
  // A server that has not noticed the import yet must not find another page under an old id.
  const lastPage = await lastPageId(db);
  if (gone.length === present.length) {
    await db.deleteFrom("lesson").execute();
    await db.deleteFrom("lesson_text").execute();
    await clearSearchIndex(db);
  } else {
    await removeLessons(
      db,
      gone.map(({ dbid }) => dbid),
    );
  }
  for (const some of chunks(fresh, ROWS_AT_ONCE)) {
    const rows = some.map(({ lesson, row }) => ({
      ...row,
      data: JSON.stringify(lesson),
      assets: serializeAssets(lesson),
    }));
    await db.insertInto("lesson").values(rows).execute();
  }
  const pages = fresh
    .flatMap(({ lesson }) => pageTexts(lesson).map((page) => ({ lesson_id: lesson.dbid, ...page })))
    .map((row, at) => ({ ...row, id: lastPage + at + 1 }));
  await insertAll(db, "lesson_text", pages);
  await addToSearchIndex(db, pages);
};

const replaceContent = async (db: Kysely<Tables>, school: CompiledSchool): Promise<void> => {
  const { organisation, products } = school;
  const stored = organisationRow(school);
  const { id: _, ...changes } = stored;
  await db
    .insertInto("organisation")
    .values(stored)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
    .execute();
  for (const table of ["announcement", "product", "listing", "assignment", "file"] as const) {
    await db.deleteFrom(table).execute();
  }
  await insertAll(
    db,
    "announcement",
    school.announcements.map(({ id, from, to, translations }) => ({
      id,
      organisation_id: organisation.id,
      from_date: from,
      to_date: to,
      translations: JSON.stringify(translations),
    })),
  );
  await insertAll(
    db,
    "product",
    products.map((product, position) => ({
      key: product.props.key,
      position,
      data: JSON.stringify(skeletonOf(product)),
    })),
  );
  await replaceLessons(db, products);
  await insertAll(db, "listing", [
    { name: "faqs", data: JSON.stringify(school.faqs) },
    { name: "glossary", data: JSON.stringify(school.glossary) },
    { name: "instructions", data: JSON.stringify(school.instructions) },
    { name: PUBLIC_SITE, data: JSON.stringify(school.publicSite) },
  ]);
  await insertAll(
    db,
    "assignment",
    school.assignments.map((assignment) => ({
      lesson_id: assignment.lessonId,
      product: assignment.product,
      title: JSON.stringify(assignment.title),
      instructions: assignment.instructions,
      image: assignment.image,
      criteria: assignment.criteria.length > 0 ? JSON.stringify(assignment.criteria) : null,
      draft: assignment.draft && JSON.stringify(assignment.draft),
    })),
  );
  await insertAll(
    db,
    "file",
    school.files.map(({ kind, product, title, type, size, checksum, isDownload }) => ({
      kind,
      product: product ?? "",
      title,
      type,
      size,
      checksum,
      is_download: isDownload ? 1 : 0,
    })),
  );
  // Keeps the captions that tutors have written.
  await db.deleteFrom("video_text").where("lesson_id", "=", AUTHOR_LESSON_ID).execute();
  await insertAll(
    db,
    "video_text",
    school.captions.map(({ texts, ...captions }) => ({
      ...captions,
      lesson_id: AUTHOR_LESSON_ID,
      texts: JSON.stringify(texts),
    })),
  );
};

/**
 * Imports a school's content into the database in one transaction and stores its files. Keeps
 * accounts and progress. Skips content that is already there.
 * @param lost the sources of pictures whose smaller forms are not stored any more
 * @param within is called in the transaction, also with content that was there already
 * @returns whether anything has changed
 * @throws the error of the database or the disk; then the content is unchanged
 */
export const importSchool = async (
  database: Database,
  store: Store,
  { pictures = [], ...school }: CompiledSchool,
  {
    lost = new Set(),
    within = async () => {},
  }: {
    readonly lost?: ReadonlySet<string>;
    readonly within?: (db: Kysely<Tables>, isOther: boolean) => Promise<void>;
  } = {},
): Promise<{ changed: boolean }> => {
  const files = school.files.map(({ source: _, ...file }) => file);
  // Without the smaller forms of photos, which come later.
  const version = versionOf({ ...school, files });
  const variants = pictures.flatMap((picture) => picture.variants);
  await holdFiles(
    database,
    [...files, ...variants].map(({ checksum }) => checksum),
  );
  const stored = await store.put(
    school.files.map(({ checksum, size, source }) => ({
      key: contentFile(checksum),
      size,
      checksum,
      source,
    })),
  );
  return database.write(async (db) => {
    const present = await readSetting(db, CONTENT_VERSION);
    await syncPictures(db, pictures, lost);
    if (present === version) {
      await within(db, false);
      return { changed: stored > 0 };
    }
    await replaceContent(db, school);
    await writeSchoolLanguages(db, school.languages);
    await writeSetting(db, TUTOR_TALK, school.tutorTalk);
    await writeSetting(db, VOICE_ANSWERS, school.voiceAnswers ? "on" : "off");
    await writeSetting(db, OUTSIDE_FILMS, school.outsideFilms.join(" "));
    await writeSetting(db, WEEK_START, String(school.organisation.week_start ?? ""));
    await writeSetting(db, CONTENT_VERSION, version);
    await within(db, true);
    return { changed: true };
  });
};
