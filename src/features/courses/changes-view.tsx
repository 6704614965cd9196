import { useIntl } from "react-intl";
import type { ChangedCourse, ChangedLesson, FoundContent } from "../../contract/staff-content.ts";
import { textIn } from "../../domain/translated.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { type Flag, Flags } from "../../ui/flags.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import styles from "./content.module.css";
import { MAX_SHOWN, More } from "./content-words.tsx";

const KINDS = ["new", "changed", "moved", "removed"] as const;

const CHANGES = {
  new: ["staff-content.new", "good"],
  changed: ["staff-content.changed", undefined],
  moved: ["staff-content.moved", undefined],
  removed: ["staff-content.removed", "warning"],
} as const satisfies Record<(typeof KINDS)[number], readonly [MessageId, Flag["tone"]]>;

const OTHERS = {
  school: "staff-content.other-school",
  courses: "staff-content.other-courses",
  announcements: "staff-content.other-announcements",
  glossary: "glossary.title",
  faqs: "faq.title",
  instructions: "how-to-study.title",
  public: "staff-content.other-public",
} as const satisfies Record<FoundContent["others"][number], MessageId>;

type Titled = Pick<ChangedCourse | ChangedLesson, "titles">;

/** The title of a course or a lesson in the language of the app. */
export const useTitle = (): ((of: Titled) => string) => {
  const reads = useReads();
  return ({ titles }) => textIn(titles, "title", reads).text;
};

/** What becomes of the lessons of a course, and of the course itself, in a few words. */
export const useCourseWords = (): ((course: ChangedCourse) => string) => {
  const text = useText();
  const { locale } = useIntl();
  const formatter = new Intl.ListFormat(locale, { type: "unit", style: "long" });
  return ({ change, lessons, outline }) =>
    formatter.format([
      ...(change === "new" ? [text("staff-content.course-is-new")] : []),
      ...(change === "removed" ? [text("staff-content.course-is-removed")] : []),
      ...(change === "removed" ? [] : KINDS)
        .filter((kind) => lessons[kind] > 0)
        .map((kind) => text(`staff-content.lessons-${kind}`, { count: lessons[kind] })),
      ...(outline ? [text("staff-content.outline")] : []),
    ]);
};

/** What changes besides lessons, in a few words; empty if nothing does. Courses that are named are not among it. */
export const useOtherWords = () => {
  const text = useText();
  const { locale } = useIntl();
  const formatter = new Intl.ListFormat(locale);
  return (others: FoundContent["others"], courses: readonly unknown[]): string => {
    const shown = others.filter((each) => each !== "courses" || courses.length === 0);
    const list = formatter.format(shown.map((each) => text(OTHERS[each])));
    return list && text("staff-content.others", { list });
  };
};

interface CourseItemProps {
  course: ChangedCourse;
  /** Absent: it cannot be chosen alone. */
  onAlone: ChangesViewProps["onAlone"];
}

const CourseItem = ({ course, onAlone }: CourseItemProps) => {
  const text = useText();
  const words = useCourseWords()(course);
  const title = useTitle()(course);
  const { key, change, students } = course;
  return (
    <li className={change === "removed" ? styles.warning : undefined}>
      <span>
        <b>
          <bdi>{title}</bdi>
        </b>{" "}
        <small>{text("staff-content.course-students", { count: students })}</small>
        <br />
        {words}
        {change === "removed" && students > 0 ? ` ${text("staff-content.course-lost")}` : null}
      </span>
      {onAlone ? (
        <Button
          plain
          aria-label={`${text("staff-content.alone")}: ${title}`}
          onClick={() => onAlone(key, title)}
        >
          {text("staff-content.alone")}
        </Button>
      ) : null}
    </li>
  );
};

interface LessonRowProps {
  lesson: ChangedLesson;
  courses: readonly string[];
}

const LessonRow = ({ lesson, courses }: LessonRowProps) => {
  const text = useText();
  const title = useTitle()(lesson);
  const { formatNumber } = useIntl();
  return (
    <tr>
      <th scope="row">
        <bdi>{title}</bdi>{" "}
        <small>
          <bdi>{courses.length > 0 ? courses.join(", ") : text("staff-content.no-course")}</bdi>
        </small>
      </th>
      <td>
        <Flags
          flags={lesson.changes.map((change) => {
            const [name, tone] = CHANGES[change];
            return { text: text(name), tone };
          })}
        />
      </td>
      <td className={styles.number}>{lesson.studying > 0 ? formatNumber(lesson.studying) : "–"}</td>
    </tr>
  );
};

export interface ChangesViewProps {
  found: FoundContent;
  /** Called with the key and the title of a course that is to be looked at alone; absent: none can. */
  onAlone?: ((key: string, title: string) => void) | undefined;
}

/** What changes for students once a folder is published: course by course, what all see, and lesson by lesson. */
export const ChangesView = ({ found, onAlone }: ChangesViewProps) => {
  const text = useText();
  const titleOf = useTitle();
  const { changes, changed_lessons, changed_courses } = found;
  const others = useOtherWords()(found.others, changed_courses);
  const titles = new Map(changed_courses.map((course) => [course.key, titleOf(course)]));
  // Those that students are in the middle of come first.
  const shown = changed_lessons.slice(0, MAX_SHOWN);
  const total = KINDS.reduce((sum, change) => sum + changes[change], 0);
  if (total + changed_courses.length === 0 && !others) {
    return <p>{text("staff-content.changes-none")}</p>;
  }
  return (
    <>
      <ul className={styles.courses}>
        {changed_courses.map((course) => (
          <CourseItem key={course.key} course={course} onAlone={onAlone} />
        ))}
      </ul>
      {others ? <p>{others}</p> : null}
      {total > 0 ? (
        <>
          <div className={styles.scroll}>
            <PlainTable
              caption={text("staff-content.changes")}
              headings={[
                text("staff-content.lesson"),
                text("staff-content.what"),
                [text("staff-content.studying"), styles.number],
              ]}
            >
              <tbody>
                {shown.map((lesson) => (
                  <LessonRow
                    key={`${lesson.product} ${lesson.key} ${lesson.changes.join()}`}
                    lesson={lesson}
                    courses={lesson.courses.map((key) => titles.get(key) ?? key)}
                  />
                ))}
              </tbody>
            </PlainTable>
          </div>
          <More count={changed_lessons.length - shown.length} />
        </>
      ) : null}
    </>
  );
};
