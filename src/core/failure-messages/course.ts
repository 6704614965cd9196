import type { MessageId } from "../../i18n/message-id.ts";
import type { FailureAlert } from "../failure-alerts.ts";
import type { CourseFailure } from "../study.ts";

/** The messages shown in place of a course that cannot be studied. */
export const courseFailureMessages = {
  "unknown-product": "course-failure.unknown-product",
  "unknown-course": "course-failure.unknown-course",
  expired: "course-failure.expired",
  "no-subscription": "course-failure.no-subscription",
  "no-connection": "course-failure.no-connection",
} as const satisfies Record<CourseFailure["kind"], MessageId>;

/** The alert for a course that could not be fetched. */
export const courseSelectionAlert = {
  tone: "error",
  title: courseFailureMessages["no-connection"],
  text: "failure.connection",
  seconds: 5,
} as const satisfies FailureAlert;
