import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { lessonPath, PROFILE } from "../../app-context/links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { Assignment } from "../../contract/assignments.ts";
import type { Id } from "../../contract/wire.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { DeskNotice } from "../desk/public.ts";
import { AssignmentItem } from "./assignment-item.tsx";
import styles from "./assignments.module.css";
import { answeredOn } from "./assignments.ts";
import { assignmentsMessages } from "./shared-lists.ts";
import { useAssignments } from "./use-assignments.ts";
import type { WaitingProps } from "./waiting.tsx";

/** The chunk names its own messages, so that students do not fetch the names of their files. */
const load = async ({ language }: Pick<BaseApp, "language">) => {
  const module = await import(/* webpackChunkName: "desk" */ "./waiting.tsx");
  await language.require(module.texts);
  return module;
};

const Missing = () => <p role="alert">{useText()(assignmentsMessages.else)}</p>;

/**
 * The hand-ins that wait for a tutor. Browsers do not keep its code, so without a network the tutor's
 * own assignments are shown alone.
 */
const Waiting = lazyComponent<WaitingProps, BaseApp>(
  (_, app) => load(app).catch(() => ({ default: Missing })),
  undefined,
  useBaseApp,
);

/** The assignments by course; for tutors, the way to those that wait for their answer comes first. */
const AssignmentsScreen = () => {
  const { courses, session } = useApp();
  const assignments = useAssignments();
  const text = useText();
  const reads = useReads();
  const { value: own, failure } = useSnapshot(assignments.own.state);
  const isTutor = useSnapshot(session.state).level >= TUTOR_LEVEL;
  const [waiting, setWaiting] = useState(false);
  const { groups } = useSnapshot(courses.state);
  const { cursor } = useSnapshot(assignments.ownPages.state);
  useScreenTitle(text("assignments.title"));

  useEffect(() => void assignments.load(), [assignments]);

  const known = groups.flatMap((group) => group.courses.map(({ course }) => course));
  const courseOf = (id: Id | null) => known.find((course) => course.id === id);

  const lessonHref = ({ product, course_id }: Assignment, lesson: Id | null) => {
    const course = courseOf(course_id);
    return course && lesson !== null ? lessonPath(product, course.key, String(lesson)) : null;
  };

  const ofCourses = Map.groupBy((own ?? []) as readonly Assignment[], ({ course_id }) => course_id);
  // The course with the newest answer, the others in the order of the menu, then assignments of no listed course.
  const [first] = (own ?? []) as readonly Assignment[];
  const answered = first && answeredOn(first) ? [first.course_id] : [];
  const courseIds = new Set([...answered, ...known.map(({ id }) => id), ...ofCourses.keys()]);

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("assignments.title")}</h1>
      {isTutor ? (
        <DeskNotice
          onShown={setWaiting}
          otherwise={<Waiting onKnown={setWaiting} onRetry={assignments.load} />}
        />
      ) : null}
      <FailureNotice
        failure={failure}
        messages={assignmentsMessages}
        onRetry={() => void assignments.load()}
      />
      {own || failure ? null : <p role="status">{text("assignments.loading")}</p>}
      {own?.length === 0 && !waiting ? (
        <Empty what={text("assignments.none")} hint={text("assignments.none-hint")}>
          <Link className="button quiet" href={PROFILE}>
            {text("lessons.to-courses")}
          </Link>
        </Empty>
      ) : null}
      {waiting && own && own.length > 0 ? <h2>{text("assignments.own")}</h2> : null}
      {[...courseIds].map((courseId) => {
        const ofCourse = ofCourses.get(courseId);
        if (!ofCourse) return null;
        const course = courseOf(courseId);
        const name = course ? translated(course, "title", reads) : "";
        const Heading = waiting ? "h3" : "h2";
        return (
          <section key={courseId} className={styles.course}>
            {name ? <Heading>{name}</Heading> : null}
            <ul data-own="" className={styles.list} aria-label={name || text("assignments.own")}>
              {ofCourse.map((assignment) => (
                <AssignmentItem
                  key={assignment.id}
                  assignment={assignment}
                  level={waiting ? 4 : 3}
                  lessonHref={lessonHref(assignment, assignment.lesson_id)}
                  stepHref={(lesson) => lessonHref(assignment, lesson)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <ShowMore
        more={cursor !== null}
        label={text("assignments.more-own")}
        failure={text(assignmentsMessages.else)}
        entries={() => document.querySelectorAll("[data-own] > li")}
        onMore={assignments.ownPages.more}
      />
    </main>
  );
};

export default AssignmentsScreen;
