import type { LessonFailure } from "../../core/lessons.ts";
import type { MessageId } from "../../i18n/message-id.ts";

/** The messages for a lesson that could not be loaded. */
export const lessonFailureMessages = {
  "not-active": "lesson-failure.not-active",
  "unknown-lesson": "lesson-failure.unknown-lesson",
  expired: "lesson-failure.expired",
  "no-content": "lesson-failure.no-content",
  "invalid-content": "lesson-failure.invalid-content",
  "no-connection": "lesson-failure.no-connection",
} as const satisfies Record<LessonFailure["kind"], MessageId>;
