import { useState } from "react";
import { useIntl } from "react-intl";
import type {
  CheckedDraft,
  ContentDraft,
  FoundContent,
  SourceProblem,
} from "../../contract/staff-content.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { ChangesView, type ChangesViewProps } from "./changes-view.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import styles from "./content.module.css";
import { type AskedPublish, useContent } from "./content-service.ts";
import { More, NoteField, useLanguageName, useVersionWords } from "./content-words.tsx";

interface ProblemsTableProps {
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
        <PlainTable
          caption={name}
          headings={[
            text("staff-content.file"),
            [text("staff-content.line"), styles.number],
            text("staff-content.problem"),
          ]}
        >
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
        </PlainTable>
      </div>
      <More count={count - problems.length} />
    </>
  );
};

type Untranslated = FoundContent["untranslated"][number];

const KINDS = [
  ["lessons", "staff-content.lessons"],
  ["terms", "glossary.title"],
  ["questions", "faq.title"],
  ["instructions", "how-to-study.title"],
  ["captions", "staff-content.captions"],
] as const satisfies readonly (readonly [Exclude<keyof Untranslated, "language">, MessageId])[];

/** What students of each language would read in English. */
const UntranslatedView = ({ entries }: { entries: readonly Untranslated[] }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const languageName = useLanguageName();
  return (
    <>
      {entries.map((entry) => {
        const kinds = KINDS.filter(([kind]) => entry[kind].length > 0);
        return (
          <section key={entry.language}>
            <h4>{languageName(entry.language)}</h4>
            {kinds.length === 0 ? <p>{text("staff-content.all-translated")}</p> : null}
            <ul className={styles.names}>
              {kinds.map(([kind, name]) => (
                <li key={kind}>
                  {text(name)} ({formatNumber(entry[kind].length)}):{" "}
                  <bdi lang="en">{entry[kind].join(", ")}</bdi>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
};

interface CheckViewProps extends Pick<ChangesViewProps, "onAlone"> {
  checked: CheckedDraft;
}

const CheckView = ({ checked, onAlone }: CheckViewProps) => {
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
          <ChangesView found={found} onAlone={onAlone} />
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
  /** Called with what is to be published once its person has seen what changes; absent: no course can be alone. */
  onAlone: ((asked: AskedPublish) => void) | undefined;
}

/** The draft: what is wrong with it, what it changes, and the way to publish it. */
export const DraftView = ({ draft, isBusy, onAlone }: DraftViewProps) => {
  const text = useText();
  const service = useContent();
  const { maker, moment, size } = useVersionWords();
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  const [note, setNote] = useState("");
  const { checked, version } = draft;
  const askAlone = (course: string, title: string) =>
    onAlone?.({
      ...{ from: { version }, course, act: text("staff-content.publish-course") },
      ...{
        title: `${text("staff-content.publish-course")}: ${title}`,
        hint: text("staff-content.rest-stays"),
      },
    });
  return (
    <>
      <p className={styles.facts}>
        {size(draft)}
        {" · "}
        {text("staff-content.changed-by", { when: moment(draft.changed), name: maker(draft) })}
      </p>
      {draft.outdated ? <p className={styles.warning}>{text("staff-content.outdated")}</p> : null}
      {checked ? (
        <CheckView checked={checked} onAlone={onAlone && !isBusy ? askAlone : undefined} />
      ) : null}
      {checked ? null : <p>{text("staff-content.not-checked")}</p>}
      {checked?.problem_count === 0 ? <NoteField note={note} onNote={setNote} /> : null}
      <p className={styles.buttons}>
        <Button
          disabled={isBusy || checked?.problem_count !== 0}
          onClick={() => service.publish({ from: { version }, course: null }, note)}
        >
          {text("staff-content.publish")}
        </Button>
        <Button quiet={checked !== null} disabled={isBusy} onClick={() => service.check(version)}>
          {text(checked ? "staff-content.check-again" : "staff-content.check")}
        </Button>
        <Button quiet disabled={isBusy} onClick={() => service.exportZip(draft.id)}>
          {text("staff-content.download")}
        </Button>
        <Button quiet disabled={isBusy} onClick={() => setAsksToDiscard(true)}>
          {text("staff-content.discard")}
        </Button>
      </p>
      {asksToDiscard ? (
        <ConfirmDialog
          title={text("staff-content.discard")}
          question={text("staff-content.discard-question")}
          act={text("staff-content.discard")}
          onAct={() => void service.discard(version)}
          onClose={() => setAsksToDiscard(false)}
        />
      ) : null}
    </>
  );
};
