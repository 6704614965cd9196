import type { Kysely } from "kysely";
import { getCourses } from "../../contract/account.ts";
import type { SentAnswer } from "../../contract/call.ts";
import { getLesson, getProducts, getSkeleton, type SentLesson } from "../../contract/content.ts";
import { getFaqs, getGlossary, getInstructions } from "../../contract/reference.ts";
import { searchLessons } from "../../contract/search.ts";
import type { Student } from "../accounts/session/access.ts";
import { createByteCache } from "../byte-cache.ts";
import type { Catalogue, CatalogueLesson, CatalogueProduct } from "../content/catalogue.ts";
import type { Tables } from "../db/schema.ts";
import { cached } from "../http/answer.ts";
import { type App, readerRoute, route } from "../http/route.ts";
import { HttpProblem } from "../problem.ts";
import { Representation } from "../representation.ts";
import { isLanguageCode } from "../server-texts.ts";
import type { Services } from "../services.ts";
import type { FileAccess } from "../store/serve/file-access.ts";
import { coursePicture } from "./course-picture.ts";
import { type OwnCourse, ownCourses, readerState } from "./reading.ts";
import { createProductSearch } from "./search.ts";

type LessonText = Representation<SentAnswer<typeof getLesson>>;

const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** The language in which a lesson is sent: the requested one, else the school's first, which comes first. */
const languageSent = (languages: Record<string, unknown>, wanted: string): string | undefined =>
  [wanted, ...Object.keys(languages)].find((each) => Object.hasOwn(languages, each));

/**
 * A lesson in one language, and its tag.
 * @param data the lesson's JSON
 */
const inOneLanguage = (data: string, checksum: string, wanted: string): [string, string] => {
  const lesson: SentLesson = JSON.parse(data);
  const all = lesson.html?.languages ?? {};
  const language = languageSent(all, wanted);
  const text = language === undefined ? undefined : all[language];
  if (language === undefined || !text || Object.keys(all).length < 2) return [data, checksum];
  const html = { languages: { [language]: text } };
  return [JSON.stringify({ ...lesson, html }), `${checksum}.${language}`];
};

/** Reads lessons from the database, through an LRU cache of a few megabytes. */
const lessonTexts = (db: Kysely<Tables>) => {
  const kept = createByteCache<LessonText>(MAX_KEPT_BYTES);

  const read = async (
    { lesson }: CatalogueLesson,
    language: string | undefined,
  ): Promise<LessonText> => {
    const row = await db
      .selectFrom("lesson")
      .select(["data", "checksum"])
      .where("dbid", "=", lesson.dbid)
      .executeTakeFirst();
    // An import may have deleted it since the catalogue was loaded.
    if (!row) throw new HttpProblem(404, "lesson/not_found", "There is no such lesson");
    const { data, checksum } = row;
    const [sent, tag] =
      language === undefined ? [data, checksum] : inOneLanguage(data, checksum, language);
    return new Representation("application/json", Buffer.from(`{"lesson":${sent}}`), tag);
  };

  /** @param language a language code; absent: all of the lesson's languages */
  return async (entry: CatalogueLesson, language?: string): Promise<LessonText> => {
    const key = `${entry.checksum} ${language}`;
    const known = kept.get(key);
    if (known) return known;
    const text = await read(entry, language);
    kept.set(key, text);
    return text;
  };
};

const sent = ({ entry: { key, product, course }, entry, subscription }: OwnCourse) => ({
  id: course.props.id,
  key,
  image: coursePicture(entry),
  title: course.props.title,
  translations: course.props.translations,
  order: product.data.courseOrder.indexOf(key) + 1,
  cdId: product.data.props.id,
  weeklyTarget: course.props.weeklyTarget,
  user_courses: {
    expDate: subscription.expDate,
    expDateReal: subscription.expDate,
    subDate: subscription.subDate,
    subMonths: subscription.subMonths,
  },
});

/** The person's courses, with the exact dates of their subscriptions. */
export const sentCourses = async (
  services: Pick<Services, "catalogue" | "database">,
  person: Student,
): Promise<SentAnswer<typeof getCourses>> => {
  const own = await ownCourses(services, services.database.read, person);
  return { courses: own.map(sent) };
};

export const courseRoutes = (app: App, services: Services): void => {
  route(app, services, getCourses, ({ person }) => sentCourses(services, person));
};

/** The calls for questions and answers, the glossary and the study instructions. */
export const menuRoutes = (app: App, services: Services): void => {
  const { catalogue } = services;
  readerRoute(app, services, getFaqs, () => cached(catalogue.current.faqs));
  readerRoute(app, services, getGlossary, () => cached(catalogue.current.glossary));
  readerRoute(app, services, getInstructions, () => cached(catalogue.current.instructions));
};

const productNamed = (catalogue: Catalogue, key: string): CatalogueProduct => {
  const product = catalogue.products.get(key.toUpperCase());
  if (!product) throw new HttpProblem(404, "product/not_found", "There is no such product");
  return product;
};

/** The calls for the product list, the skeletons and the lessons. */
export const productRoutes = (app: App, services: Services, access: FileAccess): void => {
  const texts = lessonTexts(services.database.read);
  const search = createProductSearch(services);

  readerRoute(app, services, getProducts, () => cached(services.catalogue.current.productList));

  readerRoute(app, services, getSkeleton, ({ params }) =>
    cached(productNamed(services.catalogue.current, params.productKey).skeleton),
  );

  readerRoute(app, services, getLesson, async ({ params, query, reader }) => {
    const catalogue = services.catalogue.current;
    const product = productNamed(catalogue, params.productKey);
    const entry = product.lessons.get(params.lessonKey.toLowerCase());
    if (!entry) throw new HttpProblem(404, "lesson/not_found", "There is no such lesson");
    const reading = await readerState(services, services.database.read, reader);
    reading.assertOpen(entry);
    // The lesson's pictures are requested next.
    access.remember(reader, reading);
    // Only language codes are keys of the cache, so that nobody can fill it with made-up keys.
    const { language } = query;
    return cached(await texts(entry, language && isLanguageCode(language) ? language : undefined));
  });

  readerRoute(app, services, searchLessons, async ({ params, query, reader }) => {
    const product = productNamed(services.catalogue.current, params.productKey);
    return search(query, reader, product);
  });
};
