import { useSnapshot } from "valtio";
import { Title } from "../../../app-context/title.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import type { CourseMenuGroup } from "../../../domain/course-menu.ts";
import { sameKey } from "../../../domain/menu-position.ts";
import { textsOf } from "../../../domain/translated.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Empty } from "../../../ui/empty.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { CourseCard } from "./course-card.tsx";
import styles from "./courses.module.css";
import { useProducts } from "./use-products.ts";

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
      {status === "failed" ? (
        <LoadError
          message={text("courses.failed")}
          retry={text("screen.retry")}
          onRetry={() => void courses.load()}
        />
      ) : null}
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
