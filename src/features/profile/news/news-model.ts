import { proxy } from "valtio/vanilla";
import type { News } from "../../../contract/news.ts";
import { putNews } from "../../../contract/news-choice.ts";
import { putNewsPlace } from "../../../contract/news-place.ts";
import type { Weekday } from "../../../domain/week-locale.ts";
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

const choiceIn = ({ mail, hour, idle }: Choice): Choice => ({ mail, hour, idle });

const isSame = (a: Choice, b: Choice): boolean =>
  a.mail === b.mail && a.hour === b.hour && a.idle === b.idle;

/**
 * When the person is told what is new.
 * @param at what the school has
 */
export const createNews = (at: News, send: Send) => {
  const state = proxy({ news: at });
  let isSaving = false;

  /** Saves what is shown, until the school has it. */
  const save = async (before: News): Promise<Result<null, NewsFailure>> => {
    for (let saved = before; ; ) {
      const body = choiceIn(state.news);
      const answer = await send(putNews, { body });
      if (!answer.ok) {
        state.news = saved;
        return Result.fail({ kind: "not-saved" });
      }
      saved = answer.value.news;
      // The person may have gone on choosing meanwhile.
      if (!isSame(state.news, body)) continue;
      state.news = saved;
      return Result.ok(null);
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
      if (isSaving) return Result.ok(null);
      isSaving = true;
      const result = await save(before);
      isSaving = false;
      return result;
    },
  };
};

export type NewsModel = ReturnType<typeof createNews>;
