import { useEffect, useId, useRef } from "react";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { ASSIGNMENT_PLACE, lessonPath } from "../../app-context/links.ts";
import type { Assignment } from "../../contract/assignments.ts";
import type { Id } from "../../contract/wire.ts";
import { useText } from "../../i18n/use-text.ts";
import { AssignmentParts } from "./assignment-item.tsx";
import styles from "./assignments.module.css";
import { assignmentsMessages } from "./shared-lists.ts";
import { useAssignments } from "./use-assignments.ts";

export interface LessonAssignmentProps {
  lessonId: Id;
  productKey: string;
  courseKey: string;
}

/** The assignment of a lesson, at the lesson's end: what to do, its state, the answers and the form. */
const LessonAssignment = ({ lessonId, productKey, courseKey }: LessonAssignmentProps) => {
  const assignments = useAssignments();
  const text = useText();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { value: own, failure } = useSnapshot(assignments.own.state);
  const { cursor } = useSnapshot(assignments.ownPages.state);
  const found = own?.find(({ lesson_id }) => lesson_id === lessonId) as Assignment | undefined;
  const isKnown = own !== null;
  /** The page after those that are here, if the assignment is on none of them. */
  const next = found ? null : cursor;

  useEffect(() => void assignments.load(), [assignments]);

  useEffect(() => {
    if (next !== null) void assignments.ownPages.more();
  }, [assignments, next]);

  // A link to the assignment leads here, once the text above it and what was handed in are there.
  useEffect(() => {
    if (!isKnown || location.hash !== ASSIGNMENT_PLACE) return;
    const frame = requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: "start" });
    });
    return () => cancelAnimationFrame(frame);
  }, [isKnown]);

  const stepHref = (lesson: Id) => lessonPath(productKey, courseKey, String(lesson));
  return (
    <section
      className={styles.inLesson}
      aria-labelledby={id}
      data-on-paper=""
      data-asking={own || failure ? undefined : ""}
    >
      <h2 ref={heading} id={id} tabIndex={-1}>
        {text("assignments.one")}
      </h2>
      {found ? (
        <AssignmentParts assignment={found} level={3} lessonHref={null} stepHref={stepHref} />
      ) : null}
      <FailureNotice
        failure={failure}
        messages={assignmentsMessages}
        onRetry={() => void assignments.load()}
      />
      {own || failure ? null : <p role="status">{text("assignments.loading")}</p>}
      {isKnown && !found && next === null && !failure ? <p>{text("assignments.none")}</p> : null}
    </section>
  );
};

export default LessonAssignment;
