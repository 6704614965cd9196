import type { Lesson } from "../contract/content.ts";
import type { VideoCaptions } from "../contract/video.ts";
import type { TimedText } from "./timed-texts.ts";

const ENGLISH = "en";

/** The captions of a video in one lesson. */
export interface FoundCaptions {
  readonly texts: readonly TimedText[];
  /** The language of the texts. */
  readonly language: string;
}

/**
 * Finds a video's captions in a language, or else in English. In each language the captions of the
 * lesson come before those that are for every lesson.
 * @param product its key, in any case
 * @returns an empty list, in the requested language, if there are none
 */
export const findCaptions = (
  captions: readonly VideoCaptions[],
  { product, lesson, asset }: { product: string; lesson: Lesson; asset: string },
  requested: string,
): FoundCaptions => {
  const key = lesson.key.toLowerCase();
  const ofVideo = captions.filter(
    (each) =>
      each.asset.normalize() === asset.normalize() &&
      each.product.toLowerCase() === product.toLowerCase() &&
      (each.lesson === null ||
        each.lesson === lesson.dbid ||
        String(each.lesson).toLowerCase() === key),
  );
  for (const language of [requested, ENGLISH]) {
    const inLanguage = ofVideo.filter((each) => each.language === language);
    const found = inLanguage.find((each) => each.lesson !== null) ?? inLanguage[0];
    if (found && found.texts.length > 0) return { texts: found.texts, language };
  }
  return { texts: [], language: requested };
};
