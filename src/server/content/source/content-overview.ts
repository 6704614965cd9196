import type { Kysely } from "kysely";
import type { SentAnswer } from "../../../contract/call.ts";
import type { SentProduct } from "../../../contract/content.ts";
import type { getStaffContent } from "../../../contract/staff-content.ts";
import type { Tables } from "../../db/schema.ts";
import { FILMS_JOB, openConversion, PHOTOS_JOB } from "../../jobs/job-rows.ts";
import { pictureProblems } from "../../pictures/picture-rows.ts";
import { publishedProducts, schoolLanguages } from "../import-school.ts";
import { parseAssets } from "../lesson-assets.ts";
import { onlyTitles } from "../text-files.ts";
import { draftTag } from "./change-draft.ts";
import { studentsByCourse } from "./compare.ts";
import { CONTENT_JOBS } from "./content-work.ts";
import { sentCheck, sentSummary } from "./sent-check.ts";
import { findDraft, namedInSource, publishedVersions, type SourceVersion } from "./source-rows.ts";
import type { CheckedDraft } from "./source-work.ts";

type Sent = SentAnswer<typeof getStaffContent>;
type SentDraft = NonNullable<Sent["draft"]>;

/** Nobody reads a longer list. */
const MAX_KEPT = 100;

const dateOf = (time: number | null): string | null =>
  time === null ? null : new Date(Number(time)).toISOString();

type Made = Pick<SourceVersion, "actor" | "account_id">;

/** The usernames of those who have made versions, or changes. */
export const makersOf = async (
  db: Kysely<Tables>,
  versions: readonly Made[],
): Promise<(version: Made) => Pick<SentDraft, "actor" | "by">> => {
  const ids = [...new Set(versions.flatMap(({ account_id }) => account_id ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom("account").select(["id", "username"]).where("id", "in", ids).execute();
  const names = new Map(rows.map(({ id, username }) => [id, username]));
  return ({ actor, account_id }) => ({
    actor,
    by: account_id === null ? "" : (names.get(account_id) ?? ""),
  });
};

/** How many lessons of each product lack each of the school's languages. */
const missingLanguages = async (
  db: Kysely<Tables>,
  languages: readonly string[],
): Promise<(product: string) => { language: string; lessons: number }[]> => {
  const rows = await db.selectFrom("lesson").select(["product", "assets"]).execute();
  const missing = new Map<string, number>();
  for (const { product, assets } of rows) {
    const present = parseAssets(assets);
    // A lesson without any text, such as one that shows a film alone, lacks none.
    if (present.size === 0) continue;
    for (const language of languages.filter((each) => !present.has(each))) {
      const key = `${product} ${language}`;
      missing.set(key, (missing.get(key) ?? 0) + 1);
    }
  }
  return (product) =>
    languages.flatMap((language) => {
      const lessons = missing.get(`${product} ${language}`) ?? 0;
      return lessons > 0 ? [{ language, lessons }] : [];
    });
};

const sentProduct = (
  { props, lessons, courses, courseOrder }: SentProduct,
  students: ReadonlyMap<number, number>,
  missing: Sent["products"][number]["missing"],
): Sent["products"][number] => ({
  key: props.key,
  title: props.title,
  translations: onlyTitles(props.translations),
  lessons: Object.keys(lessons).length,
  missing,
  courses: courseOrder.flatMap((key) => {
    const course = courses[key];
    if (!course) return [];
    const { id, title, translations } = course.props;
    return {
      ...{ id, key, title, translations: onlyTitles(translations) },
      lessons: course.lessonsOrder.length,
      students: students.get(id) ?? 0,
    };
  }),
});

/** A check counts as long as the draft, and what it was compared with, are the same. */
const validCheck = (draft: SourceVersion, published: number | null): SentDraft["checked"] => {
  if (draft.checked === null) return null;
  const checked: CheckedDraft = JSON.parse(draft.checked);
  return checked.against === published ? sentCheck(checked) : null;
};

/** The latest conversion of films, until it has ended well; one that has failed says so. */
const latestFilmsJob = async (db: Kysely<Tables>): Promise<number | null> => {
  const job = await db
    .selectFrom("job")
    .select(["id", "state"])
    .where("kind", "=", FILMS_JOB)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return job && ["waiting", "running", "failed"].includes(job.state) ? job.id : null;
};

/** The school's content as its staff sees it. */
export const contentOverview = async (db: Kysely<Tables>, now: number): Promise<Sent> => {
  const languages = await schoolLanguages(db);
  const students = await studentsByCourse(db, now);
  const missing = await missingLanguages(db, languages);
  const versions = await publishedVersions(db);
  const draft = await findDraft(db);
  const makerOf = await makersOf(db, draft ? [draft, ...versions] : versions);
  const latest = versions[0]?.id ?? null;
  const job = await db
    .selectFrom("job")
    .select(["id", "kind"])
    .where("kind", "in", CONTENT_JOBS)
    .where("state", "in", ["waiting", "running"])
    .orderBy("id")
    .executeTakeFirst();
  const photos = await openConversion(db, PHOTOS_JOB);
  const films = await latestFilmsJob(db);
  const kept = await namedInSource(db, await pictureProblems(db));
  return {
    languages,
    products: (await publishedProducts(db)).map((product) =>
      sentProduct(product, students, missing(product.props.key)),
    ),
    versions: versions.map((version) => ({
      id: version.id,
      published: dateOf(version.published),
      ...makerOf(version),
      ...{ products: version.products, courses: version.courses, lessons: version.lessons },
      ...{ files: version.files, bytes: Number(version.bytes) },
      ...{ note: version.note, summary: sentSummary(version) },
    })),
    draft: draft && {
      id: draft.id,
      version: draftTag(draft),
      changed: dateOf(draft.changed),
      ...makerOf(draft),
      ...{ files: draft.files, bytes: Number(draft.bytes) },
      outdated: draft.based_on !== latest,
      checked: validCheck(draft, latest),
    },
    job: job ?? null,
    photos: photos ?? null,
    films,
    kept_pictures: kept.slice(0, MAX_KEPT),
    kept_count: kept.length,
  };
};
