import type { Kysely } from "kysely";
import type { SentAnswer } from "../../contract/call.ts";
import type { getLesson, SentLesson } from "../../contract/content.ts";
import { createByteCache } from "../byte-cache.ts";
import type { CatalogueLesson } from "../content/catalogue.ts";
import type { Tables } from "../db/schema.ts";
import { HttpProblem } from "../problem.ts";
import { Representation } from "../representation.ts";

type LessonText = Representation<SentAnswer<typeof getLesson>>;

const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** The language in which a lesson is sent: the requested one, else English, else its first. */
const languageSent = (languages: Record<string, unknown>, wanted: string): string | undefined =>
  [wanted, "en", ...Object.keys(languages)].find((each) => Object.hasOwn(languages, each));

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
export const lessonTexts = (db: Kysely<Tables>) => {
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
