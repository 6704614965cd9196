import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, flag, text } from "./wire.ts";

/** When a person gets mails with news: at once, one a day, or none. */
export const NEWS_MAILS = ["at-once", "digest", "never"] as const;
export type NewsMail = (typeof NEWS_MAILS)[number];

/** When a person is told what is new; see `putNews`. */
export const news = v.object({
  mail: v.picklist(NEWS_MAILS),
  hour: v.number(),
  idle: flag,
  /** Whether mails reach the person's address, as far as the school knows. */
  works: flag,
  /** What the app has told of the person; empty or 0: nothing yet. */
  language: text,
  zone: text,
  week_start: v.number(),
});

export type News = DeepReadonly<v.InferOutput<typeof news>>;

/** When the person is told what is new. Only our school knows it; another one answers 404. */
export const getNews = call.get("/user/news", { answer: v.object({ news }) });
