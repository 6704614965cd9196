import { useCallback, useEffect } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Dialog } from "../../app-context/dialog.tsx";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { glossaryPath } from "../../app-context/links.ts";
import { useReference } from "../../app-context/reference.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { Term } from "../../contract/reference.ts";
import { findTerm, referenceMessages } from "../../core/reference.ts";
import { directionOf } from "../../domain/languages.ts";
import { textIn } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { HtmlText } from "../../ui/html-text.tsx";
import { Picture } from "../../ui/picture.tsx";
import styles from "./glossary.module.css";
import { nameOf, otherNames } from "./term-list.ts";

/** The name of a term, in the interface language if it has one. */
export const TermName = ({ entry }: { entry: Term }) => {
  const reads = useReads();
  const { text, language } = nameOf(entry, reads);
  return (
    <span lang={language} dir={directionOf(language)}>
      {text}
    </span>
  );
};

export const OtherNames = ({ entry }: { entry: Term }) => {
  const reads = useReads();
  return otherNames(entry, reads).map(({ text, language }) => (
    <small key={language} className={styles.other} lang={language} dir={directionOf(language)}>
      {text}
    </small>
  ));
};

interface TermTextProps {
  entry: Term;
  onTerm: (term: string) => void;
}

export const Definition = ({ entry, onTerm }: TermTextProps) => {
  const text = useText();
  const reads = useReads();
  const { text: html, language } = textIn(entry.translations, "definition", reads);
  return (
    <HtmlText
      html={html}
      language={language}
      direction={directionOf(language)}
      invalid={text("lesson-failure.invalid-content")}
      deeper={1}
      onTerm={onTerm}
    />
  );
};

/** The picture of a term; nothing without one. */
export const TermPicture = ({ entry }: { entry: Term }) => {
  const { files } = useApp();
  const text = useText();
  const reads = useReads();
  const use = useCallback((title: string) => files.use("glossary", "", title), [files]);
  if (!entry.image) return null;
  return (
    <Picture
      name={entry.image}
      use={use}
      alt={text("glossary.picture", { term: nameOf(entry, reads).text })}
      missing={text("glossary.picture-missing")}
    />
  );
};

/** A glossary entry in a dialog over the screen. @param term its key, in any case */
const TermDialog = ({ term }: { term: string }) => {
  const { termDialog } = useApp();
  const reference = useReference();
  const text = useText();
  const { value: entries, failure } = useSnapshot(reference.glossary.state);
  const entry = entries && findTerm(entries, term);

  useEffect(() => void reference.glossary.load(), [reference]);

  return (
    <Dialog
      title={entry ? <TermName entry={entry} /> : term}
      about={term}
      onClose={termDialog.close}
    >
      <FailureNotice
        failure={failure}
        messages={referenceMessages}
        onRetry={() => void reference.glossary.load()}
      />
      {entries || failure ? null : <p role="status">{text("reference.loading")}</p>}
      {entries && !entry ? <p role="status">{text("glossary.unknown", { term })}</p> : null}
      {entry ? (
        <>
          <p className={styles.names}>
            <OtherNames entry={entry} />
          </p>
          <Definition entry={entry} onTerm={termDialog.open} />
          {entry.image ? (
            <div className={styles.dialogPicture}>
              <TermPicture entry={entry} />
            </div>
          ) : null}
          <p>
            <Link className="button quiet" href={glossaryPath(entry.term)}>
              {text("glossary.open")}
            </Link>
          </p>
        </>
      ) : null}
    </Dialog>
  );
};

export default TermDialog;
