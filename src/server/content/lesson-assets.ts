import type { SentLesson } from "../../contract/content.ts";
import { assetsIn } from "../../domain/course-files.ts";
import { normalize } from "../normalize.ts";

/** The names of a lesson's pictures, videos and sheets, by language. */
export type AssetsByLanguage = ReadonlyMap<string, readonly string[]>;

/**
 * Finds the assets that a lesson names, as JSON for the database. Expects HTML as the school's
 * compiler writes it.
 */
export const serializeAssets = ({ html }: SentLesson): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(html?.languages ?? {}).map(([language, { pages }]) => [
        language,
        [...new Set(pages.flatMap((page) => assetsIn(page.html)))],
      ]),
    ),
  );

/**
 * Content from an older import may have names that are not in NFC.
 * @param text as `serializeAssets` has written it
 * @returns the names in NFC
 */
export const parseAssets = (text: string): AssetsByLanguage =>
  new Map(
    Object.entries(JSON.parse(text) as Record<string, string[]>).map(([language, names]) => [
      language,
      names.map((name) => normalize(name)),
    ]),
  );
