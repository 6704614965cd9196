import type { ImportedRow, ImportSummary } from "../../contract/staff-import.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import table from "../../ui/table.module.css";
import styles from "./import.module.css";
import { SHOWN_KINDS, type ShownKind } from "./import-links.ts";
import { columnMessages, rowProblemMessages } from "./import-messages.ts";

const SHOW_MESSAGES = {
  all: "staff-import.show-all",
  add: "staff-import.show-add",
  change: "staff-import.show-change",
  same: "staff-import.show-same",
  wrong: "staff-import.show-wrong",
} as const satisfies Record<ShownKind, MessageId>;

/** The most rows that the table on the screen has. */
const MAX_ROWS = 500;

const RowEffect = ({ row }: { row: ImportedRow }) => {
  const text = useText();
  if (row.kind === "same") return text("staff-import.same");
  if (row.kind === "wrong") {
    return (
      <ul className={styles.errors}>
        {row.errors.map(({ column, problem, value }) => (
          <li key={`${column} ${problem} ${value}`}>
            <strong>{text(columnMessages[column])}:</strong>{" "}
            {text(rowProblemMessages[problem], { value })}
          </li>
        ))}
      </ul>
    );
  }
  const fields = row.fields.map((field) => text(columnMessages[field])).join(", ");
  return text(row.kind === "add" ? "staff-import.adds" : "staff-import.changes", { fields });
};

export interface ImportEffectProps {
  summary: ImportSummary;
  show: ShownKind;
  onShow: (show: ShownKind) => void;
}

/** What an import would do with each row, or what is wrong with it. */
export const ImportEffect = ({ summary, show, onShow }: ImportEffectProps) => {
  const text = useText();
  const { counts, rows } = summary;
  const { add, change, same, wrong } = counts;
  const all = { all: add + change + same + wrong, ...counts };
  const fitting = rows.filter(({ kind }) => show === "all" || kind === show);
  const shown = fitting.slice(0, MAX_ROWS);
  return (
    <section className="sheet" aria-labelledby="import-effect">
      <h2 id="import-effect">{text("staff-import.effect")}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has fields, and these are buttons */}
      <div role="group" aria-label={text("staff-import.show")} className={styles.show}>
        {SHOWN_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.kind}
            data-kind={kind}
            aria-pressed={kind === show}
            onClick={() => onShow(kind)}
          >
            {text(SHOW_MESSAGES[kind], { count: all[kind] })}
          </button>
        ))}
      </div>
      {shown.length === 0 ? <p role="status">{text("staff-import.none-here")}</p> : null}
      {shown.length < all[show] && shown.length > 0 ? (
        <p>{text("staff-import.first-of", { count: MAX_ROWS })}</p>
      ) : null}
      {shown.length > 0 ? (
        <table className={table.table}>
          <caption className={table.hidden}>{text("staff-import.effect")}</caption>
          <thead>
            <tr>
              <th scope="col">{text("staff-import.row")}</th>
              <th scope="col">{text("staff-import.person")}</th>
              <th scope="col">{text("staff-import.effect")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.row} data-kind={row.kind} className={styles.row}>
                <td className={styles.number}>{row.row}</td>
                <td className={styles.person}>
                  <bdi>{row.name}</bdi>
                </td>
                <td>
                  <RowEffect row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
};
