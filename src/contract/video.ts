import * as v from "valibot";
import { call } from "./call.ts";
import { type Id, id, orElse, text, type WireSchema } from "./wire.ts";

const MAX_TEXT_LENGTH = 500;
const seconds = v.pipe(v.number(), v.minValue(0));

/** One line of captions: its times in seconds of the video, the end behind the start. */
const sentText = v.pipe(
  v.object({
    start: seconds,
    end: seconds,
    text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(MAX_TEXT_LENGTH)),
  }),
  v.forward(
    v.check(({ start, end }) => end > start, "must be behind the start"),
    ["end"],
  ),
);

/** A video's captions in one language. */
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
  /** What cannot be shown at any time is left out. */
  texts: v.pipe(
    v.nullish(v.array(v.unknown()), []),
    v.transform((lines) =>
      lines.flatMap((line) => {
        const decoded = v.safeParse(received, line);
        return decoded.success && decoded.output.end > decoded.output.start ? [decoded.output] : [];
      }),
    ),
  ) as WireSchema<TimedText[]>,
  /** Our school's: the language they are in, English where the one asked for has none. */
  language: orElse(v.string(), null),
});

type SentVideoTexts = v.InferInput<typeof answer>;

/** A video's captions. Empty when there are none. */
export const getVideoTexts = call({
  method: "GET",
  path: "/new-video/texts",
  query: ["product", "lesson", "asset", "language"],
  answer,
});

const videoCaptions = v.object({
  product: v.string(),
  /** The lesson's key or id; null: they hold in every lesson that shows the video. */
  lesson: orElse(id as v.GenericSchema as WireSchema<Id>, null),
  asset: v.string(),
  language: v.string(),
  texts: answer.entries.texts,
});

/** A video's captions in one language, as they are kept for use without a network. */
export type VideoCaptions = v.InferOutput<typeof videoCaptions>;

export const captionsAnswer = v.object({
  /** What is no video's captions is left out. */
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
 * Our school's: the captions of every video of the content that the person may study, in all
 * languages, for use without a network. Of a language a lesson's own captions stand before those
 * that hold in every lesson, even when they are empty. The tag of the answer is the SHA-256 of
 * `JSON.stringify(captions)`, the checksum that `captions.json` has.
 */
export const getCaptions = call({
  method: "GET",
  path: "/menu/captions",
  answer: captionsAnswer,
});

/** The first captions in a language; 409 `video/texts_exist` where there are others already. */
export const postVideoTexts = call({
  method: "POST",
  path: "/new-video/texts",
  body: videoTexts,
  answer: v.unknown() as WireSchema<SentVideoTexts, unknown>,
});

/** Captions in place of those before; none at all takes them away. */
export const putVideoTexts = call({
  method: "PUT",
  path: "/new-video/texts",
  body: videoTexts,
  answer: v.unknown() as WireSchema<SentVideoTexts, unknown>,
});

/**
 * Our school's: a ticket that stands for the token in the address of one asset, for an hour. With
 * it a player fetches a long video piece by piece, which it cannot do with a header.
 */
export const getAssetTicket = call({
  method: "GET",
  path: "/assets/ticket",
  query: ["product", "title"],
  answer: v.object({ ticket: v.pipe(v.string(), v.nonEmpty()) }),
});
