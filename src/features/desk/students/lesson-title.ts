import type { DeskStudent } from "../../../contract/desk.ts";
import { titleIn } from "../../../domain/translated.ts";

/** The title of a lesson in a language, else its key. */
export const lessonTitle = (
  lesson: NonNullable<DeskStudent["lesson"]>,
  language: string,
): string => {
  const { title } = lesson;
  const titles = title !== null && typeof title === "object" ? title : {};
  return titleIn(titles as Readonly<Record<string, string>>, language) || lesson.key;
};
