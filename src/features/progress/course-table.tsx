import { Title } from "../../app-context/title.tsx";
import type { MapChapter } from "../../domain/course-map.ts";
import { textsOf } from "../../domain/translated.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./course-table.module.css";
import { stateMessages } from "./state-messages.ts";
import { useDelegatedLinks } from "./use-delegated-links.ts";

export interface CourseTableProps {
  chapters: readonly MapChapter[];
  caption: string;
  hrefOf: (lessonKey: string) => string;
}

/** The content of the map as a table. */
export const CourseTable = ({ chapters, caption, hrefOf }: CourseTableProps) => {
  const text = useText();
  const { address, onClick } = useDelegatedLinks();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Enter key clicks a focused link
    <table className={styles.table} onClick={onClick}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text("progress.lesson")}</th>
          <th scope="col">{text("progress.section")}</th>
          <th scope="col">{text("progress.state")}</th>
        </tr>
      </thead>
      {chapters.map((chapter) => (
        <tbody key={chapter.menu.key}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              <Title of={textsOf(chapter.menu, "title")} />
            </th>
          </tr>
          {chapter.sections.flatMap((section) =>
            section.lessons.map(({ lesson, state }) => {
              const title = <Title of={lesson.title} />;
              return (
                <tr key={lesson.key} data-state={state}>
                  <th scope="row">
                    {state === "closed" ? title : <a href={address(hrefOf(lesson.key))}>{title}</a>}
                  </th>
                  <td>
                    <Title of={textsOf(section.menu, "title")} />
                  </td>
                  <td>{text(stateMessages[state])}</td>
                </tr>
              );
            }),
          )}
        </tbody>
      ))}
    </table>
  );
};
