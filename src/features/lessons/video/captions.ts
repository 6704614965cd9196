import { getVideoTexts, postVideoTexts, putVideoTexts } from "../../../contract/video.ts";
import type { FailureTable } from "../../../core/match-failure.ts";
import { sortByTime, type TimedText } from "../../../domain/timed-texts.ts";
import { Result } from "../../../lib/result.ts";
import { type CallFailure, statusOf } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";

/** Identifies a video in a lesson. */
export interface VideoPlace {
  readonly product: string;
  /** The lesson's key. */
  readonly lesson: string;
  readonly asset: string;
}

export interface Captions {
  /** The requested language, or English if there are no captions in it. */
  readonly language: string;
  /** Sorted by time. */
  readonly texts: readonly TimedText[];
}

/** The captions that others are to be saved in place of. */
export interface Replaced {
  /** Whether there are none in that language. Then no others are replaced. */
  readonly isFirst: boolean;
  /** What the school calls them; null if it tells no versions apart. */
  readonly version: string | null;
}

/** Why captions were not saved. */
export const captionFailures = {
  403: "captions-failure.not-allowed",
  404: "captions-failure.not-there",
  409: "captions-failure.written-meanwhile",
  413: "captions-failure.too-long",
  422: "captions-failure.not-valid",
  else: "captions-failure.no-connection",
} as const satisfies FailureTable;

/** Loads and saves the captions of videos at the school. */
export const createCaptions = (send: Send) => ({
  async read(
    place: VideoPlace,
    language: string,
  ): Promise<Result<Captions & { version: string | null }, CallFailure>> {
    const answer = await send(getVideoTexts, { query: { ...place, language } });
    if (!answer.ok) {
      // 404 means no captions: another school's server may not implement them.
      if (statusOf(answer.failure) !== 404) return answer;
      return Result.ok({ language, texts: [], version: null });
    }
    const { texts, language: given, version } = answer.value;
    return Result.ok({ language: given ?? language, texts: sortByTime(texts), version });
  },

  /** Captions that somebody else saved in the meantime are not overwritten. @returns the new version */
  async save(
    place: VideoPlace,
    { language, texts }: Captions,
    { isFirst, version }: Replaced,
  ): Promise<Result<string | null, CallFailure>> {
    const body = { ...place, language, texts: [...texts] };
    const answer = isFirst
      ? await send(postVideoTexts, { body })
      : await send(putVideoTexts, { body: { ...body, ...(version && { replaces: version }) } });
    return answer.ok ? Result.ok(answer.value.version) : answer;
  },
});

export type CaptionsService = ReturnType<typeof createCaptions>;
