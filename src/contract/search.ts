import * as v from "valibot";
import { call } from "./call.ts";
import { cursor, PAGE_QUERY } from "./page.ts";
import { id, text, withDefault } from "./wire.ts";

export const MAX_SEARCH_LENGTH = 200;

const foundLesson = v.object({
  lesson_id: id,
  key: v.string(),
  /** The page that matches, from 1. */
  page: withDefault(v.number(), 1),
  /** The language of the matching text. */
  language: withDefault(v.string(), "en"),
  /** Plain text around the match. */
  excerpt: text,
});

export type FoundLesson = v.InferOutput<typeof foundLesson>;

/**
 * Only at our school: finds the lessons of a product that contain every word of `q` on one page,
 * also as a part of a word, in any language; case, accents and niqqud are ignored. It returns a page of
 * 30 of the lessons that the person may open, the best first. 404 at a school without search.
 */
export const searchLessons = call.get("/products/:productKey/search", {
  query: [...PAGE_QUERY, "q", "language"],
  answer: v.object({ results: v.array(foundLesson), cursor }),
});
