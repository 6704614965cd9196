import type { SentLesson } from "../../contract/content.ts";
import { pageTexts } from "../../domain/lesson-text.ts";
import type { Tables } from "./schema.ts";

/** The pages of a lesson as they are searched, in all languages that it has. */
export const lessonTextRows = (lesson: SentLesson): Tables["lesson_text"][] =>
  pageTexts(lesson).map((text) => ({ lesson_id: lesson.dbid, ...text }));
