import { useId, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import type { Selection } from "../../core/study.ts";
import { courseMap } from "../../domain/course-map.ts";
import { translated } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import { Switch } from "../../ui/switch.tsx";
import { Tape } from "../../ui/tape.tsx";
import { CourseMapNav } from "./course-map-nav.tsx";
import { CourseTable } from "./course-table.tsx";
import styles from "./progress.module.css";

export interface MyProgressProps {
  selection: Selection;
  level: number;
  hrefOf: (lessonKey: string) => string;
}

/** The progress in the whole course, as a map or as a table. */
export const MyProgress = ({ selection, level, hrefOf }: MyProgressProps) => {
  const { progress } = useApp();
  const text = useText();
  const { locale } = useIntl();
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
          caption={text("progress.map-of", { course: translated(course, "title", locale) })}
          hrefOf={hrefOf}
        />
      ) : (
        <CourseMapNav chapters={chapters} hrefOf={hrefOf} />
      )}
    </section>
  );
};
