import { useState } from "react";
import { Link } from "wouter";
import { STAFF_IMPORT, STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import type { ImportedRow, ImportSummary } from "../../contract/staff-import.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/check-field.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { type Job, JobFile } from "../jobs/public.ts";
import styles from "./import.module.css";
import { type ImportOrder as Order, SHOWN_KINDS, type ShownKind } from "./people-import.ts";

const MAX_ROWS = 500;

const RowEffect = ({ row }: { row: ImportedRow }) => {
  const text = useText();
  if (row.kind === "same") return text("staff-import.same");
  if (row.kind === "wrong") {
    return (
      <ul className={styles.errors}>
        {row.errors.map(({ column, problem, value }) => (
          <li key={`${column} ${problem} ${value}`}>
            <strong>{text(`staff-import.column-${column}`)}:</strong>{" "}
            {text(`staff-import.row-${problem}`, { value })}
          </li>
        ))}
      </ul>
    );
  }
  const fields = row.fields.map((field) => text(`staff-import.column-${field}`)).join(", ");
  return text(row.kind === "add" ? "staff-import.adds" : "staff-import.changes", { fields });
};

interface ImportEffectProps {
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
            {text(`staff-import.show-${kind}`, { count: all[kind] })}
          </button>
        ))}
      </div>
      {shown.length === 0 ? <p role="status">{text("staff-import.none-here")}</p> : null}
      {shown.length < all[show] && shown.length > 0 ? (
        <p>{text("staff-import.first-of", { count: MAX_ROWS })}</p>
      ) : null}
      {shown.length > 0 ? (
        <PlainTable
          caption={text("staff-import.effect")}
          headings={[
            text("staff-import.row"),
            text("staff-import.person"),
            text("staff-import.effect"),
          ]}
        >
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
        </PlainTable>
      ) : null}
    </section>
  );
};

interface ImportOrderProps {
  summary: ImportSummary;
  onRun: (order: Pick<Order, "rows" | "invite">) => Promise<void>;
}

/** What is imported, and whether people are invited. */
export const ImportOrder = ({ summary, onRun }: ImportOrderProps) => {
  const text = useText();
  const { add, change, wrong } = summary.counts;
  const [rows, setRows] = useState<Order["rows"]>("all");
  const [invite, setInvite] = useState(false);
  const isWhole = wrong === 0 || rows === "good";
  const count = isWhole ? add + change : 0;
  return (
    <section className="sheet" aria-labelledby="import-run">
      <h2 id="import-run">{text("staff-import.run")}</h2>
      {wrong > 0 ? (
        <div role="radiogroup" aria-labelledby="import-run" className={styles.choices}>
          {(["all", "good"] as const).map((each) => (
            <label key={each} className={styles.choice}>
              <input
                type="radio"
                name="import-rows"
                checked={rows === each}
                onChange={() => setRows(each)}
              />
              {text(each === "all" ? "staff-import.run-all" : "staff-import.run-good")}
            </label>
          ))}
        </div>
      ) : null}
      {add > 0 ? (
        <CheckField className={styles.choice} checked={invite} onChange={setInvite}>
          {text("staff-import.invite")}
        </CheckField>
      ) : null}
      <Button disabled={count === 0} onClick={() => onRun({ rows, invite })}>
        {isWhole || add + change === 0
          ? text("staff-import.start", { count })
          : text("staff-import.choose-rows")}
      </Button>
    </section>
  );
};

interface ImportDoneProps {
  counts: ImportSummary["counts"];
  /** It has made a file of the other rows, if there are any. */
  job: Job;
}

/** What an import has done, and the rows that it has left out. */
export const ImportDone = ({ counts, job }: ImportDoneProps) => {
  const text = useText();
  const { add, change, wrong } = counts;
  return (
    <>
      <p role="status">{text("staff-import.done", { added: add, changed: change })}</p>
      <p className={styles.acts}>
        <JobFile job={job}>{text("staff-import.rest", { count: wrong })}</JobFile>
        <Link className="button quiet" href={STAFF_IMPORT}>
          {text("staff-import.another")}
        </Link>
        <Link className="button quiet" href={STAFF_PEOPLE}>
          {text("staff-import.to-people")}
        </Link>
      </p>
    </>
  );
};
