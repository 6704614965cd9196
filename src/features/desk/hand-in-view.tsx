import { useEffect, useLayoutEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useSince } from "../../app-context/use-since.ts";
import type { Assignment } from "../../contract/assignments.ts";
import type { DeskWork } from "../../contract/desk.ts";
import { translated } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { Switch } from "../../ui/switch.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { HandInFiles } from "./hand-in-files.tsx";
import { LastAttempt } from "./last-attempt.tsx";
import { MeasuresTable } from "./measures-table.tsx";
import { OtherHandIns, StudentProgress } from "./student-facts.tsx";
import { TaskView } from "./task-view.tsx";
import { useClaim } from "./use-claim.ts";
import { useDesk } from "./use-desk.ts";
import { useKeys } from "./use-keys.ts";
import type { NextWork } from "./use-next-work.ts";
import styles from "./work.module.css";
import { lastAttempt, type Work } from "./work.ts";

export interface HandInViewProps {
  /** The hand-in has been fetched. */
  work: Work;
  next: NextWork;
}

/** A hand-in, its student, and the form for the answer. */
export const HandInView = ({ work, next }: HandInViewProps) => {
  const { counts, view } = useDesk();
  const text = useText();
  const since = useSince();
  const { locale, formatDate } = useIntl();
  const heading = useRef<HTMLHeadingElement>(null);
  const { value, task } = useSnapshot(work.state);
  const { hand_in, student, others, measurements, consent } = value as DeskWork;
  const attempt = lastAttempt(task as Assignment | null, hand_in.id);
  const showsAttempt = useSnapshot(view).showsAttempt && attempt !== null;
  const switchAttempt = () => {
    if (attempt) view.showsAttempt = !showsAttempt;
  };
  useKeys({ l: switchAttempt });
  const isWaiting = hand_in.state === "uploaded";
  const claim = useClaim(work.id, isWaiting);
  const { other } = useSnapshot(claim.state);
  const moment = (date: string) => formatDate(date, { dateStyle: "long", timeStyle: "short" });

  // A layout effect, because a late focus change would interrupt typing.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The app's header is above the window then.
    heading.current?.closest("main")?.scrollIntoView();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the files of this one are there
  useEffect(() => {
    let isHere = true;
    void work.prefetch().then(() => (isHere ? next.prefetch() : undefined));
    return () => {
      isHere = false;
    };
  }, [work]);

  const answered = () => {
    if (isWaiting) counts.add("hand_ins", -1);
    // The tutor may have gone on while it was sent.
    void next.answered(heading.current !== null);
  };

  const own = student.courses.find(({ course_id }) => course_id === hand_in.course_id);
  const course = own ? translated(own, "title", locale) : "";
  return (
    <>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{student.name}</bdi>: {translated(hand_in, "title", locale)}
        </h1>
        <p>
          {course ? (
            <>
              <bdi>{course}</bdi>
              {" · "}
            </>
          ) : null}
          {hand_in.date ? (
            <time dateTime={hand_in.date} title={moment(hand_in.date)}>
              {text("desk.handed-in", { when: since(hand_in.date) })}
            </time>
          ) : null}
        </p>
        {attempt ? (
          <Switch checked={showsAttempt} onChange={switchAttempt}>
            {text("desk.last-attempt")}
          </Switch>
        ) : null}
        {isWaiting ? null : (
          <p className={styles.note}>
            {text(hand_in.state === "accepted" ? "desk.was-accepted" : "desk.was-returned", {
              name: hand_in.feedback?.tutor ?? "",
              date: hand_in.answered ? moment(hand_in.answered) : "",
            })}
          </p>
        )}
        {other ? (
          <p className={styles.note}>
            {text("desk.claimed", { name: other.by.name })}
            <button type="button" className="button quiet" onClick={() => void claim.takeOver()}>
              {text("desk.take-over")}
            </button>
          </p>
        ) : null}
      </header>
      <div className={styles.columns}>
        <div className={styles.work} data-pair={showsAttempt || undefined}>
          {showsAttempt ? <LastAttempt work={work} attempt={attempt} /> : null}
          <section aria-label={text("desk.files-list")}>
            <HandInFiles work={work} />
          </section>
        </div>
        <div className={styles.side}>
          {hand_in.comment ? (
            <section
              className={styles.comment}
              aria-label={text("assignments.comment")}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long comment is scrolled by the keyboard
              tabIndex={0}
            >
              <p dir="auto">{hand_in.comment}</p>
            </section>
          ) : null}
          <AnswerForm work={work} onAnswered={answered} />
          <TaskView work={work} />
          <OtherHandIns others={others} search={next.search} />
          <StudentProgress student={student} />
          <MeasuresTable table={measurements} consent={consent} />
        </div>
      </div>
    </>
  );
};
