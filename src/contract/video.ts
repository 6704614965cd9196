import * as v from "valibot";
import { call } from "./call.ts";
import { type Id, id, list, text, type WireSchema, withDefault } from "./wire.ts";

const MAX_TEXT_LENGTH = 500;
const seconds = v.pipe(
  v.number(),
  v.check((value) => value >= 0, "must not be negative"),
);

/** A line of captions. Its times are in seconds of the video; the end is after the start. */
const sentText = v.pipe(
  v.object({
    start: seconds,
    end: seconds,
    text: v.pipe(
      v.string(),
      v.transform((line) => line.trim()),
      v.check((line) => line !== "", "must not be empty"),
      v.check(
        (line) => line.length <= MAX_TEXT_LENGTH,
        `must have at most ${MAX_TEXT_LENGTH} characters`,
      ),
    ),
  }),
  v.check(({ start, end }) => end > start, "must end after its start"),
);

/** The captions of a video in one language. */
const videoTexts = v.object({
  product: v.string(),
  lesson: id,
  asset: v.string(),
  language: v.string(),
  texts: v.array(sentText),
});

const received = v.object({
  start: v.number(),
  end: v.number(),
  text,
});

type TimedText = v.InferOutput<typeof received>;

const answer = v.object({
  /** Invalid lines are left out. */
  texts: v.pipe(
    v.nullish(v.array(v.unknown()), []),
    v.transform((lines) =>
      lines.flatMap((line) => {
        const decoded = v.safeParse(received, line);
        return decoded.success && decoded.output.end > decoded.output.start ? [decoded.output] : [];
      }),
    ),
  ) as WireSchema<TimedText[]>,
  /** The language of the texts: the requested one, else English. Only our school sends it. */
  language: withDefault(v.string(), null),
  /** Identifies the texts as they are. Only our school sends it. */
  version: withDefault(v.string(), null),
});

type SentVideoTexts = v.InferInput<typeof answer>;

/** The captions of a video; an empty list if there are none. */
export const getVideoTexts = call.get("/new-video/texts", {
  query: ["product", "lesson", "asset", "language"],
  answer,
});

const videoCaptions = v.object({
  product: v.string(),
  /** The key or the id of the lesson; null: they are for every lesson with the video. */
  lesson: withDefault(id as v.GenericSchema as WireSchema<Id>, null),
  asset: v.string(),
  language: v.string(),
  texts: answer.entries.texts,
});

/** The captions of a video in one language, for use without a network. */
export type VideoCaptions = v.InferOutput<typeof videoCaptions>;

export const captionsAnswer = v.object({
  /** Invalid entries are left out. */
  captions: v.pipe(
    v.array(v.unknown()),
    v.transform((entries) =>
      entries.flatMap((entry) => {
        const decoded = v.safeParse(videoCaptions, entry);
        return decoded.success ? [decoded.output] : [];
      }),
    ),
  ) as WireSchema<VideoCaptions[]>,
});

/**
 * Only at our school: the captions of all videos that the person may study, in all languages, for
 * use without a network. In each language the captions of a lesson take precedence over those for
 * every lesson, even if they are empty. The entity tag is the SHA-256 of
 * `JSON.stringify(captions)`, which is also the checksum in `captions.json`.
 */
export const getCaptions = call.get("/menu/captions", { answer: captionsAnswer });

/** What a school answers to captions that it has saved. Only our school sends the version. */
const savedTexts = v.fallback(v.object({ version: answer.entries.version }), {
  version: null,
}) as v.GenericSchema as WireSchema<SentVideoTexts, { version: string | null }>;

/**
 * Saves the first captions in a language. 409 `video/texts_exist` if there are captions already.
 */
export const postVideoTexts = call.post("/new-video/texts", {
  level: 10,
  body: videoTexts,
  answer: savedTexts,
});

/**
 * Replaces the captions in a language; an empty list deletes them. Only our school: 409
 * `video/texts_changed` if they are not the `version` any more that is replaced.
 */
export const putVideoTexts = call.put("/new-video/texts", {
  level: 10,
  body: v.object({ ...videoTexts.entries, replaces: v.nullish(v.string()) }),
  answer: savedTexts,
});

/** A smaller form of a film, which `getAsset` gives for its `width`: see `film-forms.ts`. */
const filmForm = v.object({ width: v.number(), size: v.number() });

/**
 * Only at our school: a ticket that replaces the token in the address of one asset, for an hour.
 * With it a video element can fetch ranges of a long video, because it cannot send a header.
 */
export const getAssetTicket = call.get("/assets/ticket", {
  query: ["product", "title"],
  answer: v.object({
    ticket: v.pipe(
      v.string(),
      v.check((ticket) => ticket !== ""),
    ),
    /** The smaller forms of a film, the smallest first. */
    forms: list(filmForm),
  }),
});
