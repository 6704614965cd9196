import type { Kysely } from "kysely";
import type { SentLesson } from "../../../contract/content.ts";
import type { Tables } from "../../db/schema.ts";
import type { CatalogueLesson } from "../catalogue.ts";
import { lessonRows } from "./lesson-rows.ts";

/** A lesson's assets by language. */
export type AssetsByLanguage = ReadonlyMap<string, readonly string[]>;

const NAMED = /\sdata-(?:asset|poster)="([^"]*)"/g;

const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => SIGNS[name] ?? "");

/**
 * Finds the names of pictures, videos and sheets in lesson HTML as the school's compiler writes it.
 */
export const findAssets = (html: string): string[] =>
  [...html.matchAll(NAMED)].map(([, name = ""]) => unescaped(name));

const assetsOf = ({ html }: SentLesson): AssetsByLanguage =>
  new Map(
    Object.entries(html?.languages ?? {}).map(([language, { pages }]) => [
      language,
      [...new Set(pages.flatMap((page) => findAssets(page.html)))],
    ]),
  );

/** Finds the assets of lessons. Caches the result for as long as a lesson is unchanged. */
export class LessonAssets {
  readonly #db: Kysely<Tables>;
  /** By the lesson's checksum. */
  #known = new Map<string, AssetsByLanguage>();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /**
   * The assets of each lesson, in the order of the lessons.
   * @throws HttpProblem 503 when the content has changed since the catalogue was loaded
   */
  async of(lessons: readonly CatalogueLesson[]): Promise<AssetsByLanguage[]> {
    const found = new Map<CatalogueLesson, AssetsByLanguage>();
    for (const entry of lessons) {
      const known = this.#known.get(entry.checksum);
      if (known) found.set(entry, known);
    }
    const unknown = lessons.filter((entry) => !found.has(entry));
    for await (const { entry, data } of lessonRows(this.#db, unknown)) {
      const assets = assetsOf(JSON.parse(data));
      found.set(entry, assets);
      this.#known.set(entry.checksum, assets);
    }
    return lessons.map((entry) => found.get(entry) ?? new Map());
  }

  /** Removes changed and deleted lessons from the cache. */
  retainOnly(lessons: Iterable<CatalogueLesson>): void {
    const kept = [...lessons].flatMap(({ checksum }) => {
      const assets = this.#known.get(checksum);
      return assets ? [[checksum, assets] as const] : [];
    });
    this.#known = new Map(kept);
  }
}
