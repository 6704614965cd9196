import * as v from "valibot";
import { lesson } from "../../contract/content.ts";
import { getCaptions, getVideoTexts, type VideoCaptions } from "../../contract/video.ts";
import { videosIn } from "../../domain/videos-in.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { Result } from "../../lib/result.ts";
import { yieldToMain } from "../../lib/yield-to-main.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Asking } from "./fetch-content.ts";

/** A school that cannot give all captions at once is asked for so many videos' at most. */
const MAX_QUESTIONS = 300;
const AT_ONCE = 6;
/** A school that knows no captions at all refuses each: so many are enough to know. */
const MAX_REFUSED = 8;

/** What captions are asked for by. */
export interface CaptionPlace {
  readonly product: string;
  /** The lesson's key. */
  readonly lesson: string;
  readonly asset: string;
}

/** What lies on this machine. */
export interface KnownCaptions {
  /** Of `captions.json`; null where there is none. */
  readonly checksum: string | null;
  read(): Promise<readonly VideoCaptions[]>;
  /** The lessons as they were sent, by key, in their products by key. */
  lessons(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  readonly languages: readonly string[];
}

/** The list as it was sent: it is kept with whatever a school adds to it. */
const asSent = { ...getCaptions, answer: v.object({ captions: v.array(v.unknown()) }) };

/** Every video of every lesson that has one. */
const placesOf = async (
  products: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): Promise<CaptionPlace[]> => {
  const places: CaptionPlace[] = [];
  for (const [product, lessons] of products) {
    for (const sent of Object.values(lessons)) {
      await yieldToMain();
      const decoded = v.safeParse(lesson, sent);
      if (!decoded.success) continue;
      const { key, html } = decoded.output;
      const pages = Object.values(html?.languages ?? {}).flatMap((each) => each.pages);
      const videos = new Set(pages.flatMap((page) => videosIn(page.html)));
      for (const asset of videos) places.push({ product, lesson: key, asset });
    }
  }
  return places;
};

const isSame = (entry: VideoCaptions, place: CaptionPlace, language: string): boolean =>
  entry.product === place.product &&
  entry.lesson === place.lesson &&
  entry.asset === place.asset &&
  entry.language === language;

/** Asks for the captions of one video after the other; what cannot be had now stays as it is here. */
const askForEach = async (
  { send, headers, signal }: Asking,
  known: KnownCaptions,
): Promise<Result<VideoCaptions[], CallFailure>> => {
  const places = await placesOf(await known.lessons());
  const questions = places.flatMap((place) =>
    known.languages.map((language) => ({ place, language })),
  );
  const before = questions.length > 0 ? await known.read() : [];
  const found: VideoCaptions[][] = questions.map(({ place, language }) =>
    before.filter((entry) => isSame(entry, place, language)),
  );
  let refused = 0;
  let answered = 0;
  let failure: CallFailure | null = null;
  await inParallel(questions.slice(0, MAX_QUESTIONS).entries(), AT_ONCE, async ([at, question]) => {
    const { place, language } = question;
    if (failure || (answered === 0 && refused >= MAX_REFUSED)) return;
    const answer = await send(getVideoTexts, {
      query: { ...place, language },
      headers: headers(),
      signal,
    });
    if (answer.ok) {
      answered += 1;
      const { texts, language: given } = answer.value;
      // Where the school says that they are in another language, that one is asked for by itself.
      const isOwn = texts.length > 0 && (given ?? language) === language;
      found[at] = isOwn ? [{ ...place, language, texts }] : [];
    } else if (answer.failure.kind === "refused") {
      if (answer.failure.status === 404) {
        refused += 1;
        found[at] = [];
      }
    } else if (answer.failure.kind !== "undecodable") failure = answer.failure;
  });
  return failure ? Result.fail(failure) : Result.ok(found.flat());
};

/** Whether the school does not know the question, and not that it cannot answer it now. */
const knowsNoList = (failure: CallFailure): boolean =>
  failure.kind === "undecodable" ||
  (failure.kind === "refused" &&
    failure.status !== 429 &&
    failure.status !== 401 &&
    (failure.status < 500 || failure.status === 501));

/**
 * The captions of all videos: in one answer where the school has such a list, else video by video.
 * @returns undefined where what lies here holds still
 */
export const fetchCaptions = async (
  asking: Asking,
  known: KnownCaptions,
): Promise<Result<readonly unknown[] | undefined, CallFailure>> => {
  const { send, headers, signal } = asking;
  const answer = await send(asSent, {
    headers: {
      ...headers(),
      ...(known.checksum && { "if-none-match": `"${known.checksum}"` }),
    },
    signal,
  });
  if (answer.ok) return Result.ok(answer.value.captions);
  const { failure } = answer;
  if (failure.kind === "refused" && failure.status === 304) return Result.ok(undefined);
  if (knowsNoList(failure)) return askForEach(asking, known);
  // A school in trouble: captions are no reason to have nothing else.
  return failure.kind === "refused" ? Result.ok(undefined) : answer;
};
