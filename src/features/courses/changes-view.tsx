import { useIntl } from "react-intl";
import type { ChangedLesson, FoundContent } from "../../contract/staff-content.ts";
import { titleIn } from "../../domain/translated.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
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
  courses: "desk.courses",
  announcements: "staff-content.other-announcements",
  glossary: "glossary.title",
  faqs: "faq.title",
  instructions: "how-to-study.title",
  public: "staff-content.other-public",
} as const satisfies Record<FoundContent["others"][number], MessageId>;

const LessonRow = ({ lesson }: { lesson: ChangedLesson }) => {
  const text = useText();
  const { locale, formatNumber } = useIntl();
  const titles = Object.fromEntries(lesson.titles.map(({ language, title }) => [language, title]));
  return (
    <tr>
      <th scope="row">
        <bdi>{titleIn(titles, locale)}</bdi>{" "}
        <small>
          {lesson.product} {lesson.key}
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

/** What changes for students once a draft is published. */
export const ChangesView = ({ found }: { found: FoundContent }) => {
  const text = useText();
  const { locale, formatNumber } = useIntl();
  const { changes, changed_lessons, changed_courses, others } = found;
  // Those that students are in the middle of come first.
  const shown = changed_lessons.slice(0, MAX_SHOWN);
  const formatter = new Intl.ListFormat(locale);
  const total = KINDS.reduce((sum, change) => sum + changes[change], 0);
  if (total + changed_courses.length + others.length === 0) {
    return <p>{text("staff-content.changes-none")}</p>;
  }
  return (
    <>
      {changed_courses.map(({ key, title, change, students }) => (
        <p key={key} className={change === "removed" ? styles.warning : undefined}>
          {change === "removed"
            ? text("staff-content.course-removed", { title, count: students })
            : text("staff-content.course-new", { title })}
        </p>
      ))}
      {others.length > 0 ? (
        <p>
          {text("staff-content.others", {
            list: formatter.format(others.map((each) => text(OTHERS[each]))),
          })}
        </p>
      ) : null}
      {total > 0 ? (
        <>
          <ul className={styles.counts}>
            {KINDS.filter((change) => changes[change] > 0).map((change) => (
              <li key={change}>
                {text(CHANGES[change][0])}: <b>{formatNumber(changes[change])}</b>
              </li>
            ))}
          </ul>
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
