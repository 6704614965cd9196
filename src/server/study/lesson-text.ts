import type { SentLesson } from "../../contract/content.ts";
import { pageTexts } from "../../domain/lesson-search.ts";
import type { Tables } from "../db/schema.ts";

/** The searchable pages of a lesson, in all of its languages. */
export const lessonTextRows = (lesson: SentLesson): Omit<Tables["lesson_text"], "id">[] =>
  pageTexts(lesson).map((text) => ({ lesson_id: lesson.dbid, ...text }));
