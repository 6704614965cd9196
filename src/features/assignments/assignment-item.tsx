import { useCallback, useId, useRef } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { CriteriaList } from "../../app-context/hand-in-lists.tsx";
import { useSave } from "../../app-context/use-save.ts";
import type { Assignment } from "../../contract/assignments.ts";
import type { Id } from "../../contract/wire.ts";
import { type FailureTable, matchFailure } from "../../core/match-failure.ts";
import { translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Picture } from "../../ui/picture.tsx";
import styles from "./assignments.module.css";
import { HandInForm } from "./hand-in-form.tsx";
import { UploadsList } from "./uploads-list.tsx";
import { useAssignments } from "./use-assignments.ts";

interface AssignmentItemProps {
  assignment: Assignment;
  /** The level of its heading. */
  level: 3 | 4;
  /** Null in the lesson itself. */
  lessonHref: string | null;
  /** The address of another lesson of its course; null if the person has no such course. */
  stepHref: (lesson: Id) => string | null;
}

/** One of the person's assignments in a list. */
export const AssignmentItem = (props: AssignmentItemProps) => {
  const id = useId();
  return (
    <li className={`sheet ${styles.item}`} aria-labelledby={id}>
      <AssignmentParts {...props} headingId={id} />
    </li>
  );
};

/**
 * The parts of an assignment: what was handed in with the answers, what to do, how it is judged, and
 * the form.
 */
export const AssignmentParts = (props: AssignmentItemProps & { headingId?: string }) => {
  const { assignment, lessonHref } = props;
  const assignments = useAssignments();
  const text = useText();
  const reads = useReads();
  const heading = useRef<HTMLHeadingElement>(null);
  const criteriaId = useId();
  const handIn = assignments.handIn(assignment);
  const { outcome } = useSnapshot(handIn.state);
  const { state } = assignment;
  const title = translated(assignment, "title", reads);
  const Heading = `h${props.level}` as const;

  const form = (
    <HandInForm
      handIn={handIn}
      assignment={assignment}
      stepHref={props.stepHref}
      // The form is removed or reset, and loses the focus. The heading stands above what is said.
      onHandedIn={() => {
        heading.current?.focus({ preventScroll: true });
        heading.current?.scrollIntoView({ block: "center" });
      }}
    />
  );

  return (
    <>
      <div className={styles.head}>
        <Heading ref={heading} id={props.headingId} tabIndex={-1}>
          {title}
        </Heading>
        <span className={styles.state} data-state={state}>
          {text(`assignments.state-${state}`)}
        </span>
      </div>
      <p role="status" className={styles.status}>
        {outcome === "handed-in" && state === "uploaded" ? text("assignments.handed-in") : null}
        {outcome === "cancelled" ? text("assignments.cancelled") : null}
      </p>
      {/* Somebody who comes for an answer finds it at the top. */}
      <UploadsList assignment={assignment} onEarlier={assignments.earlier} />
      <div className={styles.task}>
        <Figure assignment={assignment} title={title} />
        <div className={styles.what}>
          {assignment.criteria.length > 0 ? (
            <>
              <p id={criteriaId} className={styles.judged}>
                {text("assignments.criteria")}
              </p>
              <CriteriaList
                criteria={assignment.criteria}
                className={styles.criteria}
                headingId={criteriaId}
              />
            </>
          ) : null}
          <p className={styles.actions}>
            {assignment.instructions ? <Instructions assignment={assignment} /> : null}
            {lessonHref ? (
              <Link className="button quiet" href={lessonHref}>
                {text("assignments.to-lesson")}
              </Link>
            ) : null}
          </p>
        </div>
      </div>
      {state === "open" || state === "returned" ? form : null}
      {state === "uploaded" ? (
        <details className={styles.more}>
          <summary>{text("assignments.more")}</summary>
          {form}
        </details>
      ) : null}
    </>
  );
};

const FAILURES = {
  404: "assignment-failure.instructions-not-found",
  else: "assignment-failure.instructions",
} as const satisfies FailureTable;

const Instructions = ({ assignment }: { assignment: Assignment }) => {
  const assignments = useAssignments();
  const text = useText();
  const { busy, failure, save } = useSave();
  const name = assignment.instructions?.split("/").at(-1) ?? "";
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-disabled={busy || undefined}
        onClick={() => void save(() => assignments.instructions(assignment), name)}
      >
        {text("assignments.instructions")}
      </button>
      {failure ? <span role="alert">{text(matchFailure(failure, FAILURES))}</span> : null}
    </>
  );
};

const Figure = ({ assignment, title }: { assignment: Assignment; title: string }) => {
  const assignments = useAssignments();
  const text = useText();
  const { product, image } = assignment;
  const use = useCallback(
    (name: string) => assignments.figure(product, name),
    [assignments, product],
  );
  return image ? (
    <div className={styles.figure}>
      <Picture
        name={image}
        use={use}
        alt={text("assignments.picture", { title })}
        missing={text("assignment-failure.picture")}
      />
    </div>
  ) : null;
};
