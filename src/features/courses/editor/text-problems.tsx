import type { TextProblem } from "../../../contract/staff-editor.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./editor.module.css";

export interface TextProblemsProps {
  /** Null until the school has looked at the text. */
  problems: readonly TextProblem[] | null;
  isNotShown: boolean;
  /** Leads to the place. `field`: that of an entry; empty: the line is elsewhere. */
  onLine: (line: number, field: string) => void;
}

/** What is wrong with a text, by line. */
export const TextProblems = ({ problems, isNotShown, onLine }: TextProblemsProps) => {
  const text = useText();
  return (
    <section className={styles.problems} aria-label={text("staff-editor.problems")}>
      <p role="status">
        {isNotShown
          ? text("staff-editor.not-shown")
          : problems
            ? text("staff-editor.problem-count", { count: problems.length })
            : ""}
      </p>
      <ul>
        {(problems ?? []).map(({ line, message, severity, field }) => (
          <li key={`${line} ${message}`} data-severity={severity}>
            <button type="button" onClick={() => onLine(line, field)}>
              {text("staff-editor.line", { line })}
            </button>{" "}
            {/* The check of a folder speaks English, in the browser as on the command line. */}
            <span lang="en" dir="ltr">
              {message}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
