import * as v from "valibot";
import { call } from "./call.ts";
import { id, orElse, text } from "./wire.ts";

/** A search has at most so many characters. */
export const MAX_SEARCH_LENGTH = 200;

const lessonFound = v.object({
  lesson_id: id,
  key: v.string(),
  /** The page on which it was found, from 1. */
  page: orElse(v.number(), 1),
  /** The language in which it was found. */
  language: orElse(v.string(), "en"),
  /** Plain text from around the place. */
  excerpt: text,
});

export type LessonFound = v.InferOutput<typeof lessonFound>;

/**
 * Our school's: the lessons of a product that have every word of `q` on one page, whole or in part,
 * in whichever of their languages; without case, accents and niqqud. Only lessons that the person
 * may open are found, the best 30. 404 at a school that does not search.
 */
export const searchLessons = call({
  method: "GET",
  path: "/products/:productKey/search",
  query: ["q", "language"],
  answer: v.object({ results: v.array(lessonFound) }),
});
