import { proxy } from "valtio/vanilla";
import type { News } from "../../../contract/news.ts";
import { putNews } from "../../../contract/news-choice.ts";
import { putNewsPlace } from "../../../contract/news-place.ts";
import type { Weekday } from "../../../domain/week-start.ts";
import { Result } from "../../../lib/result.ts";
import type { Send } from "../../../transport/transport.ts";

export type NewsFailure = { readonly kind: "not-saved" };

/** Where a person is: the hour of a digest is one of their clocks, and a week begins on their day. */
export interface Place {
  readonly language: string;
  readonly zone: string;
  readonly week_start: Weekday;
}

/** What a person chooses. */
export type Choice = Pick<News, "mail" | "hour" | "idle">;

/**
 * When the person is told what is new.
 * @param at what the school has
 */
export const createNews = (at: News, send: Send) => {
  const state = proxy({ news: at });
  let isSaving = false;
  /** What the school has not been told. The rest may have been chosen anew in another tab. */
  let untold: Partial<Choice> = {};

  /** Saves what was chosen, until the school has it. */
  const save = async (before: News): Promise<Result<null, NewsFailure>> => {
    for (let saved = before; ; ) {
      const body = untold;
      untold = {};
      const answer = await send(putNews, { body });
      if (!answer.ok) {
        untold = {};
        state.news = saved;
        return Result.fail({ kind: "not-saved" });
      }
      saved = answer.value.news;
      // The person may have gone on choosing meanwhile.
      state.news = { ...saved, ...untold };
      if (Object.keys(untold).length === 0) return Result.ok(null);
    }
  };

  return {
    state,

    /** Tells the school where the person is, unless it knows. */
    async tellPlace(place: Place): Promise<void> {
      const { language, zone, week_start } = place;
      const isKnown = at.language === language && at.zone === zone && at.week_start === week_start;
      if (!isKnown) await send(putNewsPlace, { body: place });
    },

    /** Changes one thing. It is shown at once, and again as it was if it cannot be saved. */
    async choose(change: Partial<Choice>): Promise<Result<null, NewsFailure>> {
      const before = state.news;
      state.news = { ...before, ...change };
      untold = { ...untold, ...change };
      if (isSaving) return Result.ok(null);
      isSaving = true;
      const result = await save(before);
      isSaving = false;
      return result;
    },
  };
};

export type NewsModel = ReturnType<typeof createNews>;
