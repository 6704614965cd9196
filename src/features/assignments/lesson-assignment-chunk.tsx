import { Link } from "wouter";
import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import { createHtmlChunk } from "../../app-context/chunk.ts";
import { useText } from "../../i18n/use-text.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import type { LessonAssignmentProps } from "./lesson-assignment.tsx";
import { assignments } from "./route.ts";

const load = createHtmlChunk<LessonAssignmentProps>(
  () => import(/* webpackChunkName: "talk" */ "./lesson-assignment.tsx"),
);

/** Stands in place of the assignment until its code is there. */
const AssignmentLink = () => (
  <p>
    <Link href={assignments.path}>{useText()("lesson.assignment")}</Link>
  </p>
);

/** The assignment of a lesson. If its code cannot be fetched, the lesson stays readable. */
export const LessonAssignment = lazyComponent<LessonAssignmentProps, BaseApp>(
  (_, app) => load(app).catch(() => ({ default: AssignmentLink })),
  AssignmentLink,
  useBaseApp,
);
