import { Fragment, useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { ConfirmDialog } from "../../app-context/confirm-dialog.tsx";
import { textAddress } from "../../app-context/staff-links.ts";
import type { CheckedDraft, ContentDraft, FoundContent } from "../../contract/staff-content.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ChangesView, type ChangesViewProps } from "./changes-view.tsx";
import styles from "./content.module.css";
import { type AskedPublish, useContent } from "./content-service.ts";
import { NoteField, useLanguageName, useVersionWords } from "./content-words.tsx";
import { RemarkList } from "./remark-list.tsx";

type Untranslated = FoundContent["untranslated"][number];

const KINDS = {
  titles: "staff-content.titles",
  lessons: "staff-content.lessons",
  terms: "glossary.title",
  questions: "faq.title",
  instructions: "how-to-study.title",
  announcements: "staff-content.other-announcements",
  captions: "staff-content.captions",
} as const satisfies Record<Untranslated["missing"][number]["kind"], MessageId>;

/** What students of each language would read in another one. */
const UntranslatedView = ({ entries }: { entries: readonly Untranslated[] }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const languageName = useLanguageName();
  const [, first] = useReads();
  return (
    <>
      {entries.map(({ language, missing }) => (
        <section key={language}>
          <h4>{languageName(language)}</h4>
          {missing.length === 0 ? <p>{text("staff-content.all-translated")}</p> : null}
          <ul className={styles.names}>
            {missing.map(({ kind, count, names }) => (
              <li key={kind}>
                {text(KINDS[kind])} ({formatNumber(count)}):{" "}
                {names.map(({ name, path }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two texts may have one name
                  <Fragment key={at}>
                    {at > 0 ? ", " : null}
                    <bdi lang={first}>
                      {path ? <Link href={textAddress(path)}>{name}</Link> : name}
                    </bdi>
                  </Fragment>
                ))}
                {count > names.length ? " …" : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
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
          <RemarkList name={problemsName} remarks={problems} count={problem_count} />
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
          <RemarkList name={warningsName} remarks={warnings} count={warning_count} />
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
          act={text("staff-content.discard")}
          keep="staff-content.keep"
          onAct={() => void service.discard(version)}
          onClose={() => setAsksToDiscard(false)}
        >
          <p>{text("staff-content.discard-question")}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};
