import type { Lesson } from "../contract/content.ts";
import type { VideoCaptions } from "../contract/video.ts";
import type { TimedText } from "./timed-texts.ts";

const ENGLISH = "en";

/** The captions that one lesson shows with a video. */
export interface FoundCaptions {
  readonly texts: readonly TimedText[];
  /** Which they are in. */
  readonly language: string;
}

/**
 * A video's captions in a language, or in English where it has none. In one language those of the
 * lesson itself stand before those that hold in every lesson.
 * @param product its key, in any case
 * @returns no texts, in the language asked for, where there are none
 */
export const findCaptions = (
  captions: readonly VideoCaptions[],
  { product, lesson, asset }: { product: string; lesson: Lesson; asset: string },
  asked: string,
): FoundCaptions => {
  const key = lesson.key.toLowerCase();
  const own = captions.filter(
    (each) =>
      each.asset === asset &&
      each.product.toLowerCase() === product.toLowerCase() &&
      (each.lesson === null ||
        each.lesson === lesson.dbid ||
        String(each.lesson).toLowerCase() === key),
  );
  for (const language of [asked, ENGLISH]) {
    const inLanguage = own.filter((each) => each.language === language);
    const found = inLanguage.find((each) => each.lesson !== null) ?? inLanguage[0];
    if (found && found.texts.length > 0) return { texts: found.texts, language };
  }
  return { texts: [], language: asked };
};
