import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, flag, text } from "./wire.ts";

/** When a person gets mails with news: at once, one a day, or none. */
export const NEWS_MAILS = ["at-once", "digest", "never"] as const;
export type NewsMail = (typeof NEWS_MAILS)[number];

/** What a person chooses. */
const choice = {
  mail: v.picklist(NEWS_MAILS),
  /** The hour of the digest on the person's clocks. */
  hour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  /** Whether a week without study is noticed. */
  idle: v.boolean(),
};

const news = v.object({
  ...choice,
  /** Whether mails reach the person's address, as far as the school knows. */
  works: flag,
  /** What the app has told of the person; empty or 0: nothing yet. */
  language: text,
  zone: text,
  week_start: v.number(),
});

export type News = DeepReadonly<v.InferOutput<typeof news>>;

/** When the person is told what is new. Only our school knows it; another one answers 404. */
export const getNews = call({
  method: "GET",
  path: "/user/news",
  answer: v.object({ news }),
});

/** Changes it. The answer is what is valid then. */
export const putNews = call({
  method: "PUT",
  path: "/user/news",
  body: v.object(choice),
  answer: v.object({ news }),
});

/**
 * Tells the school the language of the app, the zone of the machine, and the first day of the person's week,
 * 1 to 7: mails and digests follow them. A zone that the school does not know counts as none.
 */
export const putNewsPlace = call({
  method: "PUT",
  path: "/user/news/place",
  body: v.object({
    language: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)),
    zone: v.pipe(v.string(), v.maxLength(64)),
    week_start: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)),
  }),
  answer: "nothing",
});
