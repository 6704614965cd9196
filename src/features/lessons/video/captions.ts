import { getVideoTexts, postVideoTexts, putVideoTexts } from "../../../contract/video.ts";
import { sortByTime, type TimedText } from "../../../domain/timed-texts.ts";
import { Result } from "../../../lib/result.ts";
import type { CallFailure } from "../../../transport/call-failure.ts";
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

export type SaveFailure =
  | { readonly kind: "no-connection" }
  /** The person is not a tutor (any more). */
  | { readonly kind: "not-allowed" }
  /** The school does not have this video. */
  | { readonly kind: "not-there" }
  /** Somebody else has saved captions in the meantime. */
  | { readonly kind: "written-meanwhile" }
  | { readonly kind: "too-long" }
  | { readonly kind: "not-valid" };

const BY_STATUS: Record<number, SaveFailure["kind"]> = {
  403: "not-allowed",
  404: "not-there",
  409: "written-meanwhile",
  413: "too-long",
  422: "not-valid",
};

const saveFailure = (failure: CallFailure): SaveFailure => ({
  kind: (failure.kind === "refused" && BY_STATUS[failure.status]) || "no-connection",
});

/** Loads and saves the captions of videos at the school. */
export const createCaptions = (send: Send) => ({
  async read(
    place: VideoPlace,
    language: string,
  ): Promise<Result<Captions & { version: string | null }, CallFailure>> {
    const answer = await send(getVideoTexts, { query: { ...place, language } });
    if (!answer.ok) {
      // 404 means no captions: another school's server may not implement them.
      const none = answer.failure.kind === "refused" && answer.failure.status === 404;
      return none ? Result.ok({ language, texts: [], version: null }) : answer;
    }
    const { texts, language: given, version } = answer.value;
    return Result.ok({ language: given ?? language, texts: sortByTime(texts), version });
  },

  /** Captions that somebody else saved in the meantime are not overwritten. @returns the new version */
  async save(
    place: VideoPlace,
    { language, texts }: Captions,
    { isFirst, version }: Replaced,
  ): Promise<Result<string | null, SaveFailure>> {
    const body = { ...place, language, texts: [...texts] };
    const answer = isFirst
      ? await send(postVideoTexts, { body })
      : await send(putVideoTexts, { body: { ...body, ...(version && { replaces: version }) } });
    return answer.ok ? Result.ok(answer.value.version) : Result.fail(saveFailure(answer.failure));
  },
});

export type CaptionsService = ReturnType<typeof createCaptions>;
