import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { CourseFailureNotice } from "../../app-context/course-failure-notice.tsx";
import { coursePath, lessonPath } from "../../app-context/links.ts";
import { Title } from "../../app-context/title.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { Id } from "../../contract/wire.ts";
import type { Selection } from "../../core/study.ts";
import { courseMap } from "../../domain/course-map.ts";
import { textsOf, translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Switch } from "../../ui/switch.tsx";
import { Tape } from "../../ui/tape.tsx";
import { CourseMapNav, CourseTable } from "./course-map.tsx";
import styles from "./progress.module.css";
import { useToday } from "./today-service.ts";
import { TodaysClass } from "./todays-class.tsx";

/** How often a screen that stays open looks whether another day has begun. */
const LOOK_EVERY_MS = 60_000;

/** The selected course: today's class and the progress so far. */
const ProgressScreen = () => {
  const { study, place, session } = useApp();
  const today = useToday();
  const text = useText();
  const { locale } = useIntl();
  const { selection } = useSnapshot(study.state);
  const { productKey, courseKey } = useSnapshot(place.state);
  const { level } = useSnapshot(session.state);
  const { value, failure } = useSnapshot(today.state);
  // Parts that came one after the other would move each other. A later failure leaves them.
  const shown = useRef<Id | null>(null);
  if (selection && (value?.courseId === selection.course.id || failure)) {
    shown.current = selection.course.id;
  }
  useScreenTitle(text("progress.title"));

  const isLooking = useLastCourse();

  useEffect(() => {
    if (productKey && courseKey) void study.ensure(productKey, courseKey);
  }, [study, productKey, courseKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches the titles again in another language
  useEffect(() => {
    if (!selection) return;
    const load = () => void today.load(selection.course.id, selection.course.lessonsOrder);
    load();
    const timer = setInterval(() => today.isPast() && load(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [today, selection, locale]);

  const lessonHref = (key: string) =>
    selection ? lessonPath(selection.productKey, selection.courseKey, key) : "";

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("progress.title")}</h1>
      {selection ? (
        <>
          <p className={styles.course}>
            <Link href={coursePath(selection.productKey, selection.courseKey)}>
              <Title of={textsOf(selection.course, "title")} />
            </Link>
          </p>
          {shown.current === selection.course.id ? (
            <>
              <TodaysClass selection={selection} hrefOf={lessonHref} />
              <MyProgress selection={selection} level={level} hrefOf={lessonHref} />
            </>
          ) : (
            <p role="status">{text("lessons.waiting-progress")}</p>
          )}
        </>
      ) : (
        <WithoutCourse isLooking={isLooking} />
      )}
    </main>
  );
};

/**
 * Selects the course that was studied last, or the only one, where this machine knows none.
 * @returns whether it is being looked for
 */
const useLastCourse = (): boolean => {
  const { courses, place, progress } = useApp();
  const { courseKey } = useSnapshot(place.state);
  const { lastCourse } = useSnapshot(progress.state);
  const [isLooking, setLooking] = useState(courseKey === null);
  const isUnknown = courseKey === null;
  useEffect(() => {
    if (isUnknown) {
      void Promise.all([courses.settled(), progress.load()]).then(() => setLooking(false));
    }
  }, [courses, progress, isUnknown]);
  useEffect(() => {
    if (isLooking || !isUnknown) return;
    const open = courses.state.groups.flatMap(({ product, courses: entries }) =>
      entries.filter((entry) => entry.open).map(({ course }) => ({ product, course })),
    );
    const last = open.find(({ course }) => course.id === lastCourse);
    const chosen = last ?? (open.length === 1 ? open[0] : undefined);
    if (chosen) place.selectCourse(chosen.product.cd, chosen.course.key);
  }, [courses, place, isLooking, isUnknown, lastCourse]);
  return isLooking;
};

/** Replaces a course that is not selected, is loading, or cannot be studied. */
const WithoutCourse = ({ isLooking }: { isLooking: boolean }) => {
  const { study, place } = useApp();
  const text = useText();
  const { failure, waiting } = useSnapshot(study.state);
  const { productKey, courseKey } = useSnapshot(place.state);
  if (isLooking || (productKey && courseKey && !failure)) {
    return waiting ? null : <p role="status">{text("lessons.waiting-progress")}</p>;
  }
  return (
    <div className={`sheet ${styles.without}`}>
      {failure ? (
        <CourseFailureNotice
          failure={failure}
          onRetry={
            productKey && courseKey ? () => void study.ensure(productKey, courseKey) : undefined
          }
        />
      ) : (
        <>
          <p>
            <strong>{text("progress.no-course")}</strong>
          </p>
          <p>{text("progress.no-course-hint")}</p>
          <p className={styles.actions}>
            <Link className="button quiet" href="/profile">
              {text("lessons.to-courses")}
            </Link>
          </p>
        </>
      )}
    </div>
  );
};

interface MyProgressProps {
  selection: Selection;
  level: number;
  hrefOf: (lessonKey: string) => string;
}

const MyProgress = ({ selection, level, hrefOf }: MyProgressProps) => {
  const { progress } = useApp();
  const text = useText();
  const reads = useReads();
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { completed, next } = useSnapshot(progress.state);
  const { course, product, menus } = selection;
  const order = course.lessonsOrder;
  const chapters = useMemo(
    () => courseMap({ menus, lessons: product.lessons, order, completed, next, level }),
    [menus, product, order, completed, next, level],
  );
  const done = order.filter((entry) => completed.has(entry.id)).length;
  const caption = text("lessons.done-of", { done, all: order.length });

  return (
    <section className={`sheet ${styles.mine}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{text("progress.map")}</h2>
        <Switch checked={asTable} onChange={setAsTable}>
          {text("progress.as-table")}
        </Switch>
      </div>
      {order.length > 0 ? (
        <div className={styles.whole}>
          <Tape value={done} max={order.length} label={caption} />
          <span aria-hidden="true">{caption}</span>
        </div>
      ) : null}
      {asTable ? (
        <CourseTable
          chapters={chapters}
          caption={text("progress.map-of", { course: translated(course, "title", reads) })}
          hrefOf={hrefOf}
        />
      ) : (
        <CourseMapNav chapters={chapters} hrefOf={hrefOf} />
      )}
    </section>
  );
};

export default ProgressScreen;
