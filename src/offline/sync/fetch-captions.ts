import * as v from "valibot";
import { lesson } from "../../contract/content.ts";
import { getCaptions, getVideoTexts, type VideoCaptions } from "../../contract/video.ts";
import { videosIn } from "../../domain/chapter.ts";
import { inParallel } from "../../lib/in-parallel.ts";
import { Result } from "../../lib/result.ts";
import { yieldToMain } from "../../lib/yield-to-main.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { IndexFiles } from "../index-files.ts";
import { captionsData, contentData } from "../local-content.ts";
import type { Content, RequestContext } from "./fetch-content.ts";

/** Maximum number of requests to a school that cannot send all captions at once. */
const MAX_QUESTIONS = 300;
const AT_ONCE = 6;
/** After this many refusals in a row at the start, the school has no captions at all. */
const MAX_REFUSED = 8;

/** Identifies the video that captions are requested for. */
interface CaptionPlace {
  readonly product: string;
  /** The lesson's key. */
  readonly lesson: string;
  readonly asset: string;
}

interface LocalCaptions {
  /** Of `captions.json`; null if there is none. */
  readonly checksum: string | null;
  read(): Promise<readonly VideoCaptions[]>;
  /** The lessons as the school sent them: by product key, then by lesson key. */
  lessons(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  readonly languages: readonly string[];
}

/** Keeps fields of captions that the contract does not know. */
const asSent = { ...getCaptions, answer: v.object({ captions: v.array(v.unknown()) }) };

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

/** Requests captions video by video. If one fails, the captions on this machine are kept. */
const askForEach = async (
  { send, headers, signal }: RequestContext,
  known: LocalCaptions,
): Promise<Result<VideoCaptions[], CallFailure>> => {
  const places = await placesOf(await known.lessons());
  const questions = places.flatMap((place) =>
    known.languages.map((language) => ({ place, language })),
  );
  const before = questions.length > 0 ? await known.read() : [];
  const answers: VideoCaptions[][] = questions.map(({ place, language }) =>
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
      // Captions in another language are requested with that language.
      const isOwn = texts.length > 0 && (given ?? language) === language;
      answers[at] = isOwn ? [{ ...place, language, texts }] : [];
    } else if (answer.failure.kind === "refused") {
      if (answer.failure.status === 404) {
        refused += 1;
        answers[at] = [];
      }
    } else if (answer.failure.kind !== "undecodable") failure = answer.failure;
  });
  return failure ? Result.fail(failure) : Result.ok(answers.flat());
};

/** Whether the school does not have the call, as opposed to a temporary failure. */
const knowsNoList = (failure: CallFailure): boolean =>
  failure.kind === "undecodable" ||
  (failure.kind === "refused" &&
    failure.status !== 429 &&
    failure.status !== 401 &&
    (failure.status < 500 || failure.status === 501));

/**
 * Fetches the captions of all videos: in one answer if the school has such a list, else video by video.
 * @returns undefined if the captions on this machine are up to date
 */
export const fetchCaptions = async (
  context: RequestContext,
  known: LocalCaptions,
): Promise<Result<readonly unknown[] | undefined, CallFailure>> => {
  const { send, headers, signal } = context;
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
  if (knowsNoList(failure)) return askForEach(context, known);
  // A failing school must not stop the sync because of captions.
  return failure.kind === "refused" ? Result.ok(undefined) : answer;
};

const withLessons = v.object({ lessons: v.record(v.string(), v.unknown()) });

/**
 * Reads the captions on this machine, and the lessons whose videos may have captions.
 * @param content that was just fetched and is not on the disk yet
 */
export const localCaptions = async (
  index: IndexFiles,
  content: Content,
  languages: readonly string[],
): Promise<LocalCaptions> => ({
  checksum: await index.checksum("captions.json"),
  languages,
  async read() {
    const kept = await index.read("captions.json", captionsData);
    return (kept.ok && kept.value) || [];
  },
  async lessons() {
    const fresh = v.safeParse(contentData, content["content.json"]);
    const kept = fresh.success ? null : await index.read("content.json", contentData);
    const products = fresh.success ? fresh.output : kept?.ok && kept.value;
    const lessons = Object.entries(products || {}).flatMap(([key, sent]) => {
      const decoded = v.safeParse(withLessons, sent);
      return decoded.success ? [[key, decoded.output.lessons] as const] : [];
    });
    return new Map(lessons);
  },
});
