import { Link } from "wouter";
import { createHtmlChunk, optionalChunk } from "../../app-context/chunk.ts";
import { useText } from "../../i18n/use-text.ts";
import type { LessonAssignmentProps } from "./lesson-assignment.tsx";
import { assignments } from "./route.ts";

const AssignmentLink = () => (
  <p data-on-paper="" data-asking="">
    <Link href={assignments.path}>{useText()("lesson.assignment")}</Link>
  </p>
);

/** The assignment of a lesson. Without its code a link leads to it, and the lesson stays readable. */
export const LessonAssignment = optionalChunk<LessonAssignmentProps>(
  createHtmlChunk(() => import(/* webpackChunkName: "talk" */ "./lesson-assignment.tsx")),
  AssignmentLink,
);
