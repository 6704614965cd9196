import { memo, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { tablePath } from "../../app-context/measurements-path.ts";
import { useMeasureText } from "../../app-context/use-measure-text.ts";
import { measureName } from "../../core/measure-messages.ts";
import { nameIn, noteTexts, optionName, unfitReasons } from "../../core/pattern-messages.ts";
import type { FieldKey } from "../../domain/measurements/fields.ts";
import type { DraftProblem, Range } from "../../drafting/block.ts";
import { useText } from "../../i18n/use-text.ts";
import type { DraftedTable } from "./known-tables.ts";
import { useLengthText } from "./pattern-texts.ts";
import styles from "./patterns.module.css";

interface ProblemListProps {
  problems: readonly DraftProblem[];
  table: DraftedTable;
}

/** Why nothing is drafted, how it is drafted, and which measures may be wrong; each leads to its field. */
export const ProblemList = memo(({ problems, table }: ProblemListProps) => {
  const text = useText();
  const { full, difference } = useMeasureText(table.units);
  const length = useLengthText(table.units);

  const link = (field: FieldKey) => (
    <Link key={field} href={tablePath(table.id, field)}>
      {text(measureName(field))}
    </Link>
  );
  const links = (fields: readonly FieldKey[]): ReactNode =>
    fields.length > 0 ? (
      <ul className={styles.fields}>
        {fields.map((field) => (
          <li key={field}>
            {link(field)}
            {table.values[field] == null ? null : (
              <>
                {" "}
                <bdi>{full(Number(table.values[field]), field)}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
    ) : null;

  const { locale } = useIntl();
  const names = (options: readonly string[]): string =>
    new Intl.ListFormat(locale).format(options.map((option) => optionName(text, option)));

  const missing = problems
    .filter((problem) => problem.kind === "missing")
    .map(({ field }) => field);
  /** What is within the usual range as it is shown, in eighths of an inch, is no question. */
  const isOutside = (field: FieldKey, usual: Range): boolean =>
    usual.every((end) => difference(end, Number(table.values[field]), field) !== "");
  const ranges = problems
    .filter((problem) => "usual" in problem)
    .filter(({ kind, field, usual }) => kind === "impossible" || isOutside(field, usual));
  const said = problems.filter((problem) => problem.kind === "unfit" || problem.kind === "note");
  return (
    <div className={styles.problems}>
      {missing.length > 0 ? (
        <div className={styles.problem}>
          <p>{text("patterns.missing", { count: missing.length })}</p>
          {links(missing)}
        </div>
      ) : null}
      {said.map((problem) => (
        <div
          key={problem.reason}
          className={problem.kind === "unfit" ? styles.problem : styles.question}
        >
          <p>
            {nameIn(
              text,
              problem.kind === "unfit" ? unfitReasons : noteTexts,
              problem.reason,
              Object.fromEntries(
                Object.entries(problem.values).map(([name, value]) => [name, length.full(value)]),
              ),
            )}
          </p>
          {links(problem.fields)}
          {problem.kind === "unfit" && problem.options.length > 0 ? (
            <p>{text("patterns.problem-options", { options: names(problem.options) })}</p>
          ) : null}
        </div>
      ))}
      {ranges.map(({ kind, field, usual: [least, most] }) => (
        <div
          key={`${kind} ${field} ${least} ${most}`}
          className={kind === "impossible" ? styles.problem : styles.question}
        >
          {links([field])}
          <p>
            {text(kind === "impossible" ? "patterns.impossible" : "measuring.is-that-right", {
              least: full(least, field),
              most: full(most, field),
            })}
          </p>
        </div>
      ))}
    </div>
  );
});
