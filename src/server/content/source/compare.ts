import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql } from "kysely";
import type { SentLesson, SentProduct } from "../../../contract/content.ts";
import { type LESSON_CHANGES, OTHER_CHANGES } from "../../../contract/staff-content.ts";
import { chunks } from "../../../lib/chunks.ts";
import type { Tables } from "../../db/schema.ts";
import { ACCOUNT_MAILS, type MailTexts, namesAddress } from "../../news/mail-texts.ts";
import { readPictures } from "../../pictures/picture-rows.ts";
import { withoutPictures, withPictures } from "../../pictures/with-pictures.ts";
import { readSchoolDays } from "../../school/school-days.ts";
import {
  AUTHOR_LESSON_ID,
  answersByMail,
  lessonChecksum,
  organisationRow,
  outsideFilmSites,
  PUBLIC_SITE,
  publishedProducts,
  schoolLanguages,
  schoolWeek,
  takesVoice,
} from "../import-school.ts";
import { parseAssets, serializeAssets } from "../lesson-assets.ts";
import type { CompiledSchool, SchoolCaptions, SchoolFile } from "../school.ts";
import { byCourse, type ChangedCourse } from "./changed-courses.ts";
import { movedLessons } from "./lesson-places.ts";

type LessonChange = (typeof LESSON_CHANGES)[number];

type OtherChange = (typeof OTHER_CHANGES)[number];

export interface ChangedLesson {
  readonly product: string;
  readonly key: string;
  /** By language. */
  readonly title: Readonly<Record<string, string>>;
  readonly changes: readonly LessonChange[];
  /** How many students have opened it and not completed it. */
  readonly studying: number;
  /** The keys of the courses that have it now, or will have it. */
  readonly courses: readonly string[];
}

/** What an import changes for students. */
export interface ContentChanges {
  readonly lessons: readonly ChangedLesson[];
  readonly courses: readonly ChangedCourse[];
  readonly others: readonly OtherChange[];
}

const LESSONS_AT_ONCE = 200;

const keyOf = (kind: string, product: string | null, title: string): string =>
  `${kind}\n${product ?? ""}\n${title}`;

/** The files of the content that are other than those that are published. */
const otherFiles = async (
  db: Kysely<Tables>,
  { files }: CompiledSchool,
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom("file")
    .select(["kind", "product", "title", "checksum"])
    .execute();
  const published = new Map(
    rows.map((row) => [keyOf(row.kind, row.product, row.title), row.checksum]),
  );
  // The smaller form of a drawing is published.
  const variants = await db.selectFrom("picture_variant").select(["source", "checksum"]).execute();
  const forms = new Set(variants.map(({ source, checksum }) => `${source} ${checksum}`));
  const next = new Map(
    files.map((file) => [keyOf(file.kind, file.product, file.title), file.checksum]),
  );
  const isOther = (key: string) => {
    const [was, is] = [published.get(key), next.get(key)];
    return was !== is && !forms.has(`${is} ${was}`);
  };
  return new Set([...published.keys(), ...next.keys()].filter(isOther));
};

/** The videos with other captions than the published ones, as product and name. */
const otherCaptions = async (
  db: Kysely<Tables>,
  { captions }: CompiledSchool,
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom("video_text")
    .selectAll()
    .where("lesson_id", "=", AUTHOR_LESSON_ID)
    .execute();
  const published = rows.map((row) => ({ ...row, texts: JSON.parse(row.texts) }));
  const byText = (all: readonly SchoolCaptions[]) =>
    new Map(
      all.map(({ product, asset, language, texts }) => [
        JSON.stringify([product, asset, language, texts]),
        keyOf("asset", product, asset),
      ]),
    );
  const [was, is] = [byText(published), byText(captions)];
  const only = (some: typeof was, others: typeof was) =>
    [...some].filter(([text]) => !others.has(text)).map(([, video]) => video);
  return new Set([...only(was, is), ...only(is, was)]);
};

type Assignment = Pick<
  CompiledSchool["assignments"][number],
  "title" | "instructions" | "image" | "criteria" | "draft"
>;

/** What students read of a lesson, as text; the place in the menus is left out. */
const textOf = ({ title, type, image, subLessons, html }: SentLesson): string =>
  JSON.stringify([title, type, image, subLessons, html?.languages], (name, value) =>
    name === "html" ? withoutPictures(value) : value,
  );

const taskOf = (assignment: Assignment | undefined): string => {
  const { title, instructions, image, criteria, draft } = assignment ?? {};
  return JSON.stringify([title, instructions, image, criteria, draft]);
};

const NO_TASK = taskOf(undefined);

/** The assignments of the published lessons as text, by their ids. */
const publishedTasks = async (db: Kysely<Tables>): Promise<Map<number, string>> => {
  const rows = await db.selectFrom("assignment").selectAll().execute();
  return new Map(
    rows.map(({ lesson_id, title, criteria, draft, ...rest }) => [
      lesson_id,
      taskOf({
        title: JSON.parse(title),
        criteria: JSON.parse(criteria ?? "[]"),
        draft: JSON.parse(draft ?? "null"),
        ...rest,
      }),
    ]),
  );
};

/** The lessons with other texts than the published ones, and those that are new, by their ids. */
const otherTexts = async (
  db: Kysely<Tables>,
  { products }: Pick<CompiledSchool, "products">,
): Promise<{ readonly changed: ReadonlySet<number>; readonly added: ReadonlySet<number> }> => {
  const rows = await db.selectFrom("lesson").select(["dbid", "checksum"]).execute();
  const published = new Map(rows.map(({ dbid, checksum }) => [dbid, checksum]));
  const lessons = products.flatMap((product) => Object.values(product.lessons));
  const isPublished = ({ dbid }: SentLesson) => published.has(dbid);
  const others = lessons.filter(
    (lesson) => isPublished(lesson) && published.get(lesson.dbid) !== lessonChecksum(lesson),
  );
  const changed = new Set<number>();
  for (const some of chunks(others, LESSONS_AT_ONCE)) {
    const ids = some.map(({ dbid }) => dbid);
    const stored = await db
      .selectFrom("lesson")
      .select(["dbid", "data"])
      .where("dbid", "in", ids)
      .execute();
    const texts = new Map(stored.map(({ dbid, data }) => [dbid, textOf(JSON.parse(data))]));
    for (const lesson of some) {
      if (texts.get(lesson.dbid) !== textOf(lesson)) changed.add(lesson.dbid);
    }
  }
  const added = lessons.filter((lesson) => !isPublished(lesson)).map(({ dbid }) => dbid);
  return { changed, added: new Set(added) };
};

/** How many students have opened each lesson and not completed it. */
const studyingByLesson = async (db: Kysely<Tables>): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom("progress")
    .select(["lesson_id", sql<number>`count(*)`.as("students")])
    .where("opened", "is not", null)
    .where("completed", "is", null)
    .groupBy("lesson_id")
    .execute();
  return new Map(rows.map(({ lesson_id, students }) => [lesson_id, Number(students)]));
};

/** How many people have each course, as long as it has not ended. */
export const studentsByCourse = async (
  db: Kysely<Tables>,
  now: number,
): Promise<Map<number, number>> => {
  const today = (await readSchoolDays(db)).of(now);
  const rows = await db
    .selectFrom("subscription")
    .select(["course_id", sql<number>`count(*)`.as("students")])
    .where((where) => where.or([where("exp_date", "is", null), where("exp_date", ">=", today)]))
    .groupBy("course_id")
    .execute();
  return new Map(rows.map(({ course_id, students }) => [course_id, Number(students)]));
};

/** The products with their menus and courses, as text. */
const menusOf = (products: readonly SentProduct[]): string =>
  JSON.stringify(products.map((product) => ({ ...product, lessons: null })));

/** Whether the settings in `school.yaml` are other ones, with its mails. */
const hasOtherSettings = async (db: Kysely<Tables>, school: CompiledSchool): Promise<boolean> => {
  const organisation = await db
    .selectFrom("organisation")
    .selectAll()
    .where("id", "=", school.organisation.id)
    .executeTakeFirst();
  return (
    !isDeepStrictEqual({ ...organisation }, organisationRow(school)) ||
    !isDeepStrictEqual(await schoolLanguages(db), school.languages) ||
    (await answersByMail(db)) !== (school.tutorTalk === "mail") ||
    (await takesVoice(db)) !== school.voiceAnswers ||
    (await schoolWeek(db)).week_start !== (school.organisation.week_start ?? undefined) ||
    !isDeepStrictEqual((await outsideFilmSites(db)).sort(), [...school.outsideFilms].sort())
  );
};

/**
 * Whether the words of mails that open accounts are other ones. A signature stands below them, too: one without an
 * address leads nowhere.
 */
export const hasOtherAccountMails = async (
  db: Kysely<Tables>,
  school: CompiledSchool,
): Promise<boolean> => {
  const { mails: stored } =
    (await db
      .selectFrom("organisation")
      .select("mails")
      .where("id", "=", school.organisation.id)
      .executeTakeFirst()) ?? {};
  const present = JSON.parse(stored || "{}") as MailTexts;
  const { mails, signature } = school.mails;
  return (
    ACCOUNT_MAILS.some((name) => !isDeepStrictEqual(present.mails?.[name], mails?.[name])) ||
    (!isDeepStrictEqual(present.signature, signature) &&
      Object.values(signature ?? {}).some(namesAddress))
  );
};

const otherChanges = async (
  db: Kysely<Tables>,
  before: readonly SentProduct[],
  school: CompiledSchool,
  others: ReadonlySet<string>,
): Promise<OtherChange[]> => {
  const listings = await db.selectFrom("listing").selectAll().execute();
  const listed = (name: string) => listings.find((row) => row.name === name)?.data ?? "[]";
  const announced = await db.selectFrom("announcement").selectAll().orderBy("id").execute();
  const isOther: Record<OtherChange, boolean> = {
    school: await hasOtherSettings(db, school),
    courses: menusOf(before) !== menusOf(school.products),
    announcements:
      JSON.stringify(
        announced.map((row) => [row.id, row.from_date, row.to_date, JSON.parse(row.translations)]),
      ) !==
      JSON.stringify(
        school.announcements
          .toSorted((a, b) => a.id - b.id)
          .map(({ id, from, to, translations }) => [id, from, to, translations]),
      ),
    glossary:
      listed("glossary") !== JSON.stringify(school.glossary) ||
      school.files.some(
        ({ kind, title }) => others.has(keyOf(kind, "", title)) && kind === "glossary",
      ),
    faqs: listed("faqs") !== JSON.stringify(school.faqs),
    instructions: listed("instructions") !== JSON.stringify(school.instructions),
    public: listed(PUBLIC_SITE) !== JSON.stringify(school.publicSite),
  };
  return OTHER_CHANGES.filter((each) => isOther[each]);
};

/**
 * Compares a school with what students have. A lesson is known by its id, which their progress
 * names; it may have another key.
 * @param school as it was compiled, before its pictures are prepared
 * @param now milliseconds since 1970
 * @param prepared the same with its pictures, where they are prepared by now
 */
export const compareWithPublished = async (
  db: Kysely<Tables>,
  school: CompiledSchool,
  now: number,
  prepared?: Pick<CompiledSchool, "products">,
): Promise<ContentChanges> => {
  const before = await publishedProducts(db);
  // Most lessons are told to be the same by their checksums, as they are stored.
  const texts = await otherTexts(db, prepared ?? withPictures(school, await readPictures(db)));
  const tasks = await publishedTasks(db);
  const studying = await studyingByLesson(db);
  const others = await otherFiles(db, school);
  const captioned = await otherCaptions(db, school);
  const moved = movedLessons(before, school.products);
  const assignments = new Map(school.assignments.map((each) => [each.lessonId, each]));
  const courses = byCourse(before, school.products, await studentsByCourse(db, now));

  const isOtherFile = (kind: SchoolFile["kind"], product: string, title: string) =>
    others.has(keyOf(kind, product, title));
  const hasOtherFiles = (product: string, lesson: SentLesson): boolean => {
    if (others.size + captioned.size === 0) return false;
    const named = [...parseAssets(serializeAssets(lesson)).values()].flat();
    const shown = assignments.get(lesson.dbid)?.image;
    return (
      named.some((title) => isOtherFile("asset", product, title)) ||
      named.some((title) => captioned.has(keyOf("asset", product, title))) ||
      (lesson.image !== "" && isOtherFile("icon", product, lesson.image)) ||
      (shown != null && isOtherFile("assignment", product, shown))
    );
  };
  const changesOf = (product: string, lesson: SentLesson): LessonChange[] => {
    const { dbid } = lesson;
    if (texts.added.has(dbid)) return ["new"];
    const isChanged =
      texts.changed.has(dbid) ||
      (tasks.get(dbid) ?? NO_TASK) !== taskOf(assignments.get(dbid)) ||
      hasOtherFiles(product, lesson);
    return [
      ...(isChanged ? (["changed"] as const) : []),
      ...(moved.has(lesson.dbid) ? (["moved"] as const) : []),
    ];
  };

  const lessonsOf = (products: readonly SentProduct[]) =>
    products.flatMap(({ props, lessons }) =>
      Object.values(lessons).map((lesson) => ({ product: props.key, lesson })),
    );
  const next = lessonsOf(school.products);
  const kept = new Set(next.map(({ lesson }) => lesson.dbid));
  const changed = [
    ...lessonsOf(before)
      .filter(({ lesson }) => !kept.has(lesson.dbid))
      .map((each) => ({ ...each, changes: ["removed"] as const })),
    ...next
      .map((each) => ({ ...each, changes: changesOf(each.product, each.lesson) }))
      .filter(({ changes }) => changes.length > 0),
  ];
  return {
    lessons: changed.map(({ product, lesson: { key, title, dbid }, changes }) => ({
      ...{ product, key, title, changes },
      studying: studying.get(dbid) ?? 0,
      courses: courses.coursesOf(dbid),
    })),
    courses: courses.changed(new Map(changed.map(({ lesson, changes }) => [lesson.dbid, changes]))),
    others: await otherChanges(db, before, school, others),
  };
};
