import { useIntl } from "react-intl";
import type { CheckedDraft, ContentDraft } from "../../contract/staff-content.ts";
import { useText } from "../../i18n/use-text.ts";
import { ChangesView } from "./changes-view.tsx";
import styles from "./content.module.css";
import { ProblemsTable } from "./problems-table.tsx";
import { UntranslatedView } from "./untranslated-view.tsx";
import { useMaker } from "./use-maker.ts";

const MEGABYTE = 1024 * 1024;

const CheckView = ({ checked }: { checked: CheckedDraft }) => {
  const text = useText();
  const { problems, problem_count, warnings, warning_count, found } = checked;
  const problemsName = text("staff-content.problems", { count: problem_count });
  const warningsName = text("staff-content.warnings", { count: warning_count });
  return (
    <>
      {problem_count > 0 ? (
        <>
          <h3>{problemsName}</h3>
          <p>{text("staff-content.problems-hint")}</p>
          <ProblemsTable name={problemsName} problems={problems} count={problem_count} />
        </>
      ) : null}
      {found ? (
        <>
          <h3>{text("staff-content.changes")}</h3>
          <ChangesView found={found} />
        </>
      ) : null}
      {warning_count > 0 ? (
        <details className={styles.fold}>
          <summary>{warningsName}</summary>
          <ProblemsTable name={warningsName} problems={warnings} count={warning_count} />
        </details>
      ) : null}
      {found && found.untranslated.length > 0 ? (
        <details className={styles.fold}>
          <summary>{text("staff-content.untranslated")}</summary>
          <UntranslatedView entries={found.untranslated} />
        </details>
      ) : null}
    </>
  );
};

export interface DraftViewProps {
  draft: ContentDraft;
  /** Whether other work goes on, so that nothing can be ordered. */
  isBusy: boolean;
  onCheck: () => void;
  onPublish: () => void;
  onExport: () => void;
  onDiscard: () => void;
}

/** The draft: what is wrong with it, what it changes, and the way to publish it. */
export const DraftView = ({ draft, isBusy, ...act }: DraftViewProps) => {
  const text = useText();
  const { formatDate, formatNumber } = useIntl();
  const makerOf = useMaker();
  const { checked } = draft;
  const mayPublish = !isBusy && checked !== null && checked.problem_count === 0;
  const unlessBusy = (work: () => void) => () => {
    if (!isBusy) work();
  };
  return (
    <>
      <p className={styles.facts}>
        {text("staff-content.files", {
          count: draft.files,
          megabytes: formatNumber(draft.bytes / MEGABYTE, { maximumFractionDigits: 1 }),
        })}
        {" · "}
        {text("staff-content.changed-by", {
          when: formatDate(draft.changed ?? 0, { dateStyle: "medium", timeStyle: "short" }),
          name: makerOf(draft),
        })}
      </p>
      {draft.outdated ? <p className={styles.warning}>{text("staff-content.outdated")}</p> : null}
      {checked ? <CheckView checked={checked} /> : null}
      {checked ? null : <p>{text("staff-content.not-checked")}</p>}
      <p className={styles.buttons}>
        <button
          type="button"
          className="button"
          aria-disabled={!mayPublish || undefined}
          onClick={() => {
            if (mayPublish) act.onPublish();
          }}
        >
          {text("staff-content.publish")}
        </button>
        <button
          type="button"
          className={checked ? "button quiet" : "button"}
          aria-disabled={isBusy || undefined}
          onClick={unlessBusy(act.onCheck)}
        >
          {text(checked ? "staff-content.check-again" : "staff-content.check")}
        </button>
        <button
          type="button"
          className="button quiet"
          aria-disabled={isBusy || undefined}
          onClick={unlessBusy(act.onExport)}
        >
          {text("staff-content.download")}
        </button>
        <button
          type="button"
          className="button quiet"
          aria-disabled={isBusy || undefined}
          onClick={unlessBusy(act.onDiscard)}
        >
          {text("staff-content.discard")}
        </button>
      </p>
    </>
  );
};
