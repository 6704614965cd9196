import type { PasswordFailure } from "../services/account.ts";
import type { LessonFailure } from "../services/lessons.ts";
import type { ReferenceFailure } from "../services/reference.ts";
import type { SessionEnd, SignInFailure } from "../services/session.ts";
import type { CourseFailure, Waiting } from "../services/study.ts";
import type { MessageId } from "./message-id.ts";

/** What a refused sign-in says. */
export const signInMessages = {
  "wrong-name-or-password": "authorization.wrong",
  throttled: "authorization.throttled",
  expired: "authorization.expired",
  "no-connection": "failure.connection",
} as const satisfies Record<SignInFailure["kind"], MessageId>;

/** What the sign-in form says to somebody whose session ended; null: nothing needs saying. */
export const sessionEndMessages = {
  "logged-out": null,
  "used-elsewhere": "authorization.used-elsewhere",
  expired: "authorization.expired",
  ended: "authorization.ended",
} as const satisfies Record<SessionEnd, MessageId | null>;

/** What stands in place of a course that cannot be studied. */
export const courseFailureMessages = {
  "unknown-product": "course-failure.unknown-product",
  "unknown-course": "course-failure.unknown-course",
  expired: "course-failure.expired",
  "no-subscription": "course-failure.no-subscription",
  "no-connection": "course-failure.no-connection",
} as const satisfies Record<CourseFailure["kind"], MessageId>;

/** What stands in place of a lesson that cannot be read. */
export const lessonFailureMessages = {
  "not-active": "lesson-failure.not-active",
  "unknown-lesson": "lesson-failure.unknown-lesson",
  expired: "lesson-failure.expired",
  "no-content": "lesson-failure.no-content",
  "invalid-content": "lesson-failure.invalid-content",
  "no-connection": "lesson-failure.no-connection",
} as const satisfies Record<LessonFailure["kind"], MessageId>;

/** The words on the overlay. */
export const waitingMessages = {
  "requested-page": "lessons.waiting-requested-page",
  "course-and-progress": "lessons.waiting-course-and-progress",
  course: "lessons.waiting-course",
  progress: "lessons.waiting-progress",
} as const satisfies Record<Waiting, MessageId>;

/** What a refused change of password says. */
export const passwordMessages = {
  "wrong-password": "profile.wrong",
  "too-short": "profile.too-short",
  unexpected: "profile.unexpected",
} as const satisfies Record<PasswordFailure["kind"], MessageId>;

/** What stands in place of questions, terms or instructions that are not there. */
export const referenceFailureMessages = {
  "no-connection": "reference-failure.no-connection",
  "invalid-content": "reference-failure.invalid-content",
} as const satisfies Record<ReferenceFailure["kind"], MessageId>;
