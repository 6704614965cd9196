import { Link } from "wouter";
import { PATTERNS } from "../../../app-context/links.ts";
import { tablePath } from "../../../app-context/measurements-path.ts";
import type { Measurement } from "../../../contract/measurements.ts";
import { measureName } from "../../../core/measure-messages.ts";
import type { FieldKey } from "../../../domain/measurements/fields.ts";
import type { DraftProblem } from "../../../drafting/block.ts";
import { useText } from "../../../i18n/use-text.ts";
import type { DraftChoice } from "./draft-choice.ts";

interface DraftNoteProps {
  table: Measurement | null;
  problems: readonly DraftProblem[];
  /** Whether something of the lesson is shown to the student's own measurements. */
  hasOwn: boolean;
  choice: DraftChoice;
}

/** Says whose numbers these are, and what the student's own still need. */
export const DraftNote = ({ table, problems, hasOwn, choice }: DraftNoteProps) => {
  const text = useText();
  if (!table) {
    return (
      <p>
        {text("patterns.lesson-no-table")}{" "}
        <Link href={tablePath(null)}>{text("patterns.lesson-measure")}</Link>
      </p>
    );
  }
  const fieldsOf = (kind: "missing" | "impossible"): FieldKey[] => [
    ...new Set(problems.flatMap((problem) => (problem.kind === kind ? [problem.field] : []))),
  ];
  const list = (kind: "missing" | "impossible") => {
    const fields = fieldsOf(kind);
    if (fields.length === 0) return null;
    return (
      <div>
        <p>{text(kind === "missing" ? "patterns.lesson-missing" : "patterns.lesson-impossible")}</p>
        <ul>
          {fields.map((field) => (
            <li key={field}>
              <Link href={tablePath(table.id, field)}>{text(measureName(field))}</Link>
            </li>
          ))}
        </ul>
      </div>
    );
  };
  return (
    <>
      {hasOwn && choice !== "example" ? (
        <p>
          {text("patterns.lesson-from-table")} <bdi>{table.name}</bdi>
          {table.units === "in" ? ` · ${text("patterns.lesson-inches")}` : null}
        </p>
      ) : null}
      {list("missing")}
      {list("impossible")}
      {problems.some(({ kind }) => kind === "unfit") ? (
        <p>
          {text("patterns.lesson-unfit")} <Link href={PATTERNS}>{text("patterns.title")}</Link>
        </p>
      ) : null}
    </>
  );
};
