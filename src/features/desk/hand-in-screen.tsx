import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { useSince } from "../../app-context/use-since.ts";
import type { Assignment } from "../../contract/assignments.ts";
import type { DeskWork } from "../../contract/desk.ts";
import type { Id } from "../../contract/wire.ts";
import { translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Switch } from "../../ui/switch.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { AttemptFile, AttemptFiles } from "./attempt-files.tsx";
import { deskFailures, isGone, isWithoutDesk } from "./desk-failure.ts";
import { NoDesk } from "./desk-nav.tsx";
import { LastAttempt, Task } from "./hand-in-task.tsx";
import { useKeys } from "./keys.tsx";
import { MeasuresTable, OtherHandIns, StudentProgress } from "./student-facts.tsx";
import { useClaim } from "./use-claim.ts";
import { useDesk } from "./use-desk.ts";
import styles from "./work.module.css";
import type { Work } from "./work.ts";
import { type NextWork, useNextWork, WorkFrame } from "./work-frame.tsx";

/** The id of an address, as the school sends it. */
const idOf = (part: string): Id => (/^\d{1,15}$/.test(part) ? Number(part) : part);

/** The work on one hand-in: its files large, and the answer beside them. */
const HandInScreen = () => {
  const { id: part = "" } = useParams<{ id: string }>();
  const id = idOf(part);
  const { workCache } = useDesk();
  const [work] = useState(() => workCache.of(id));
  const next = useNextWork({ kind: "hand-in", id });
  const text = useText();
  const { value, failure } = useSnapshot(work.state);

  useEffect(() => void work.load(), [work]);

  const content = () => {
    if (isWithoutDesk(failure)) return <NoDesk />;
    if (isGone(failure)) {
      return (
        <Empty what={text("desk.gone")} hint={text("desk.gone-hint")}>
          <Button onClick={() => void next.step(1)}>{text("desk.next")}</Button>
        </Empty>
      );
    }
    return (
      <>
        <FailureNotice failure={failure} messages={deskFailures} onRetry={() => void work.load()} />
        {value || failure ? null : <p role="status">{text("desk.hand-in-loading")}</p>}
        {value ? <HandInView work={work} next={next} /> : null}
      </>
    );
  };

  return <WorkFrame next={next}>{content()}</WorkFrame>;
};

export default HandInScreen;

interface HandInViewProps {
  /** The hand-in has been fetched. */
  work: Work;
  next: NextWork;
}

/** A hand-in, its student, and the form for the answer. */
const HandInView = ({ work, next }: HandInViewProps) => {
  const { counts, view } = useDesk();
  const text = useText();
  const since = useSince();
  const { formatDate } = useIntl();
  const reads = useReads();
  const heading = useRef<HTMLHeadingElement>(null);
  const [pinRequests, setPinRequests] = useState(0);
  const { value, task, drawings, filled } = useSnapshot(work.state);
  const { hand_in, student, others, measurements, consent } = value as DeskWork;
  const attempts = task?.uploads as Assignment["uploads"] | undefined;
  const place = attempts?.findIndex((upload) => upload.id === hand_in.id) ?? -1;
  /** The one before at the same assignment. */
  const attempt = attempts?.[place - 1] ?? null;
  const showsAttempt = useSnapshot(view).showsAttempt && attempt !== null;
  const switchAttempt = () => {
    if (attempt) view.showsAttempt = !showsAttempt;
  };
  useKeys({ l: switchAttempt, p: () => setPinRequests((count) => count + 1) });
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

  const course = student.courses.find(({ course_id }) => course_id === hand_in.course_id);
  const courseTitle = course ? translated(course, "title", reads) : "";
  return (
    <>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{student.name}</bdi>: {translated(hand_in, "title", reads)}
        </h1>
        <p>
          {courseTitle ? (
            <>
              <bdi>{courseTitle}</bdi>
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
            <Button quiet onClick={() => void claim.takeOver()}>
              {text("desk.take-over")}
            </Button>
          </p>
        ) : null}
      </header>
      <div className={styles.columns}>
        <div className={styles.work} data-pair={showsAttempt || undefined}>
          {showsAttempt ? <LastAttempt work={work} attempt={attempt} /> : null}
          <section aria-label={text("desk.files-list")}>
            <AttemptFiles
              files={hand_in.files}
              isDrawn={(at) => drawings.some(({ file }) => file === at)}
            >
              {(file, at) => (
                <AttemptFile
                  key={at}
                  file={file}
                  fetch={() => work.files.ofHandIn(at)}
                  drawing={filled}
                  pages={work.pages(at)}
                  asksForPin={pinRequests}
                  onChange={(pages) => work.setPages(at, pages)}
                />
              )}
            </AttemptFiles>
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
          <Task work={work} />
          <OtherHandIns others={others} search={next.search} />
          <StudentProgress student={student} />
          <MeasuresTable table={measurements} consent={consent} />
        </div>
      </div>
    </>
  );
};
