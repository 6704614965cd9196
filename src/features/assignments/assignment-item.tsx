import { useId, useRef } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { Assignment } from "../../contract/assignments.ts";
import type { Id } from "../../contract/wire.ts";
import { translated } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./assignments.module.css";
import { Figure } from "./figure.tsx";
import { HandInForm } from "./hand-in-form.tsx";
import { Instructions } from "./instructions.tsx";
import { stateMessages } from "./state-messages.ts";
import { UploadsList } from "./uploads-list.tsx";
import { useAssignments } from "./use-assignments.ts";

export interface AssignmentItemProps {
  assignment: Assignment;
  /** The level of its heading. */
  level: 3 | 4;
  lessonHref: string | null;
  /** The address of another lesson of its course; null if the person has no such course. */
  stepHref: (lesson: Id) => string | null;
}

/** The person's assignment: its instructions, its uploads and the hand-in form. */
export const AssignmentItem = (props: AssignmentItemProps) => {
  const { assignment, lessonHref } = props;
  const assignments = useAssignments();
  const text = useText();
  const { locale } = useIntl();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const handIn = assignments.handIn(assignment);
  const { outcome } = useSnapshot(handIn.state);
  const { state, uploads } = assignment;
  const title = translated(assignment, "title", locale);
  const Heading = `h${props.level}` as const;

  const form = (
    <HandInForm
      handIn={handIn}
      assignment={assignment}
      stepHref={props.stepHref}
      // The form is removed or reset, and loses the focus.
      onHandedIn={() => heading.current?.focus()}
    />
  );

  return (
    <li className={`sheet ${styles.item}`} aria-labelledby={id}>
      <div className={styles.head}>
        <Heading ref={heading} id={id} tabIndex={-1}>
          {title}
        </Heading>
        <span className={styles.state} data-state={state}>
          {text(stateMessages[state])}
        </span>
      </div>
      <div className={styles.task}>
        {assignment.image ? (
          <Figure
            assignment={assignment}
            name={assignment.image}
            alt={text("assignments.picture", { title })}
          />
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
      <UploadsList assignment={assignment} uploads={uploads} onEarlier={assignments.earlier} />
      <p role="status" className={styles.status}>
        {outcome === "handed-in" ? text("assignments.handed-in") : null}
        {outcome === "cancelled" ? text("assignments.cancelled") : null}
      </p>
      {state === "open" || state === "returned" ? form : null}
      {state === "uploaded" ? (
        <details className={styles.more}>
          <summary>{text("assignments.more")}</summary>
          {form}
        </details>
      ) : null}
    </li>
  );
};
