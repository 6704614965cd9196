import type { LessonState } from "../../domain/course-map.ts";
import type { MessageId } from "../../i18n/message-id.ts";

/** The labels of a lesson's state in the map and the table. */
export const stateMessages = {
  done: "lessons.completed",
  next: "lessons.next",
  open: "progress.open",
  closed: "lessons.not-active",
} as const satisfies Record<LessonState, MessageId>;

export const LESSON_STATES = Object.keys(stateMessages) as LessonState[];
