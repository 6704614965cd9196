import type { SourceProblem } from "../../contract/staff-content.ts";
import { useText } from "../../i18n/use-text.ts";
import table from "../../ui/table.module.css";
import styles from "./content.module.css";

export interface ProblemsTableProps {
  /** What the list is called. */
  name: string;
  problems: readonly SourceProblem[];
  /** How many there are; the list may end earlier. */
  count: number;
}

/** Mistakes or warnings by file and line. The school's check writes them in English, for authors. */
export const ProblemsTable = ({ name, problems, count }: ProblemsTableProps) => {
  const text = useText();
  return (
    <>
      <div className={styles.scroll}>
        <table className={table.table}>
          <caption className={table.hidden}>{name}</caption>
          <thead>
            <tr>
              <th scope="col">{text("staff-content.file")}</th>
              <th scope="col" className={styles.number}>
                {text("staff-content.line")}
              </th>
              <th scope="col">{text("staff-content.problem")}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ file, line, message }) => (
              <tr key={`${file} ${line} ${message}`}>
                <th scope="row" className={styles.path}>
                  <bdi>{file === "." ? "" : file}</bdi>
                </th>
                <td className={styles.number}>{file === "." ? "" : line}</td>
                <td lang="en" dir="ltr" className={styles.message}>
                  {message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > problems.length ? (
        <p>{text("staff-content.more", { count: count - problems.length })}</p>
      ) : null}
    </>
  );
};
