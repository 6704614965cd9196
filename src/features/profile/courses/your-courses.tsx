import { useId } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { coursePath, lessonPath } from "../../../app-context/links.ts";
import { Title } from "../../../app-context/title.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import { useFile } from "../../../app-context/use-file.ts";
import type { Product } from "../../../contract/content.ts";
import type { CourseMenuEntry, CourseMenuGroup } from "../../../domain/course-menu.ts";
import { courseOutlook } from "../../../domain/course-outlook.ts";
import { courseOf, sameKey } from "../../../domain/menu-position.ts";
import { textsOf, titleIn } from "../../../domain/translated.ts";
import { useReads } from "../../../i18n/use-reads.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Tape } from "../../../ui/tape.tsx";
import styles from "./courses.module.css";
import { useProducts } from "./use-products.ts";

interface CourseCardProps {
  entry: CourseMenuEntry;
  /** Whether it is the course to go on with. */
  isMain: boolean;
  productKey: string;
  /** Null while it is loading, and if it could not be fetched. */
  product: Product | null;
}

/** How far a course has been studied; null while its product is not known. */
const useOutlook = ({ entry, product }: CourseCardProps) => {
  const { progress, place } = useApp();
  const { completed } = useSnapshot(progress.state);
  const { courseKey, lessonKey, page } = useSnapshot(place.state);
  const { key } = entry.course;
  const course = product && courseOf(product, key);
  if (!course) return null;
  const isLast = courseKey !== null && sameKey(courseKey, key);
  const lastOpen = isLast && lessonKey ? { lessonKey, page } : null;
  return courseOutlook({ product, course, completed, lastOpen });
};

/** A course: its picture, its progress on a tape, and a button that goes on where the person was. */
const CourseCard = (props: CourseCardProps) => {
  const { entry, isMain, productKey } = props;
  const { course, state, open } = entry;
  const text = useText();
  const { formatDate } = useIntl();
  const reads = useReads();
  const id = useId();
  const outlook = useOutlook(props);
  // The school refuses the pictures of lessons in a course that has ended.
  const picture = useFile(
    "icon",
    productKey,
    state.kind === "active" ? (outlook?.icon ?? "") : course.image,
  );
  const titles = textsOf(course, "title");
  const day = (date: string) => formatDate(date, { dateStyle: "long" });

  const note = () => {
    if (state.kind === "no-subscription") return text("courses.no-subscription");
    if (state.kind === "expired") return text("courses.expired", { date: day(state.on) });
    return state.until ? text("courses.until", { date: day(state.until) }) : null;
  };

  const lesson = outlook?.lesson;
  const caption = outlook && text("lessons.done-of", { done: outlook.done, all: outlook.all });
  return (
    <li className={`sheet ${styles.card}`} data-closed={open ? undefined : ""}>
      <span className={styles.picture} aria-hidden="true">
        {typeof picture === "string" ? (
          <img src={picture} alt="" />
        ) : (
          <b>{[...titleIn(titles, reads)][0]}</b>
        )}
      </span>
      <div className={styles.words}>
        {open ? (
          <Link id={id} className={styles.title} href={coursePath(productKey, course.key)}>
            <Title of={titles} />
          </Link>
        ) : (
          <span className={styles.title}>
            <Title of={titles} />
          </span>
        )}
        <small>{note()}</small>
      </div>
      {open ? (
        <>
          {/* Keeps its height while the progress is fetched. */}
          <div className={styles.progress}>
            {outlook && caption && outlook.all > 0 ? (
              <>
                <Tape value={outlook.done} max={outlook.all} label={caption} />
                <small aria-hidden="true">{caption}</small>
              </>
            ) : null}
          </div>
          {lesson ? (
            <Link
              className={`button ${isMain ? "" : "quiet "}${styles.go}`}
              href={lessonPath(productKey, course.key, lesson.key, outlook.page)}
            >
              <span>
                {text(outlook.started ? "courses.go-on" : "courses.begin", {
                  title: titleIn(lesson.title, reads),
                })}
              </span>
            </Link>
          ) : (
            <Link
              className={`button ${outlook ? "quiet " : ""}${styles.go}`}
              aria-describedby={id}
              href={coursePath(productKey, course.key)}
            >
              {text("courses.open")}
            </Link>
          )}
        </>
      ) : null}
    </li>
  );
};

/**
 * The person's courses by product, each with its progress and a button that goes on. That of the course studied last
 * is filled.
 */
export const YourCourses = () => {
  const { courses, place, progress } = useApp();
  const text = useText();
  const { groups, status } = useSnapshot(courses.state);
  const { courseKey } = useSnapshot(place.state);
  const { lastCourse } = useSnapshot(progress.state);
  const open = groups.flatMap((group) => group.courses).filter((entry) => entry.open);
  const main =
    open.find(({ course: { key, id } }) =>
      courseKey ? sameKey(key, courseKey) : id === lastCourse,
    ) ?? open[0];
  const productOf = useProducts(groups as readonly CourseMenuGroup[]);

  return (
    <section className={styles.own} aria-labelledby="own-courses">
      <h2 id="own-courses">{text("profile.courses")}</h2>
      <FailureNotice
        failure={status === "failed"}
        messages={{ else: "courses.failed" }}
        onRetry={() => void courses.load()}
      />
      {status === "ready" && groups.length === 0 ? (
        <Empty what={text("courses.none")} hint={text("courses.none-hint")} />
      ) : null}
      {groups.map(({ product, courses: entries }) => (
        <div key={product.cd}>
          <h3>
            <Title of={textsOf(product, "title")} />
          </h3>
          <ul className={styles.list}>
            {entries.map((entry) => (
              <CourseCard
                key={entry.course.key}
                entry={entry}
                isMain={entry.course.id === main?.course.id}
                productKey={product.cd}
                product={productOf(product.cd)}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
};
