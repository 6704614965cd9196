import type { SentLesson } from "../../contract/sent-content.ts";
import { foldText } from "../../domain/search-text.ts";
import { plainText } from "../content/plain-text.ts";
import type { Tables } from "./schema.ts";

/** The pages of a lesson as they are searched, in all languages that it has. */
export const lessonTextRows = (lesson: SentLesson): Tables["lesson_text"][] =>
  Object.entries(lesson.html?.languages ?? {}).flatMap(([language, { pages }]) =>
    pages.map((page, index) => {
      const title = lesson.title[language] ?? lesson.title.en ?? "";
      const body = plainText(page.html);
      const head = foldText(`${title} ${page.title}`);
      return {
        lesson_id: lesson.dbid,
        language,
        page: index + 1,
        head,
        folded: `${head}\n${foldText(body)}`,
        body,
      };
    }),
  );
