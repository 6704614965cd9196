import { useSnapshot } from "valtio";
import { useText } from "../../../i18n/use-text.ts";
import table from "../../../ui/table.module.css";
import styles from "./lesson-files.module.css";
import type { createLessonFiles } from "./lesson-files.ts";
import type { FoundLesson, Unread } from "./read-files.ts";

const LOST = ["pictures", "links", "formulas", "others"] as const;

interface FoundListProps {
  model: ReturnType<typeof createLessonFiles>;
  unread: readonly { readonly file: string; readonly why: Unread }[];
}

/** What will be made of files, what is not in it, and what could not be read. */
export const FoundList = ({ model, unread }: FoundListProps) => {
  const text = useText();
  const { found } = useSnapshot(model.state, { sync: true });
  const lostOf = ({ lost }: FoundLesson) =>
    LOST.filter((what) => lost[what] > 0).map((what) =>
      text(`staff-lesson-files.lost-${what}`, { count: lost[what] }),
    );
  return (
    <>
      {found.length > 0 ? (
        <table className={table.table}>
          <caption className={styles.caption}>
            {text("staff-lesson-files.found", { count: found.length })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{text("staff-lesson-files.column-title")}</th>
              <th scope="col">{text("staff-lesson-files.column-content")}</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ lesson: shown, isWanted, title }, at) => {
              const lesson = shown as FoundLesson;
              return (
                <tr key={lesson.file}>
                  <th scope="row">
                    <span className={styles.title}>
                      <input
                        type="checkbox"
                        aria-label={text("staff-lesson-files.wanted", { file: lesson.file })}
                        checked={isWanted}
                        onChange={(event) => model.want(at, event.currentTarget.checked)}
                      />
                      <input
                        type="text"
                        dir="auto"
                        maxLength={1000}
                        aria-label={text("staff-lesson-files.title", { file: lesson.file })}
                        value={title}
                        disabled={!isWanted}
                        onChange={(event) => model.name(at, event.currentTarget.value)}
                      />
                    </span>
                    <small className={styles.file}>
                      <bdi>{lesson.file}</bdi>
                    </small>
                  </th>
                  <td>
                    {text("staff-lesson-files.content", {
                      pages: lesson.pages,
                      pictures: lesson.pictures.length,
                    })}
                    {lostOf(lesson).map((words) => (
                      <p key={words} className={styles.lost}>
                        {words}
                      </p>
                    ))}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : (
        <p role="status">{text("staff-lesson-files.none")}</p>
      )}
      {unread.length > 0 ? (
        <section>
          <h2>{text("staff-lesson-files.unread")}</h2>
          <ul className={styles.made}>
            {unread.map(({ file, why }) => (
              <li key={file}>
                <bdi>{file}</bdi>: {text(`staff-lesson-files.why-${why}`)}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
};
