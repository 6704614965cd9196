import { useCallback, useEffect } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { glossaryPath } from "../../app-context/links.ts";
import { useReference } from "../../app-context/reference.ts";
import { useApp } from "../../app-context/use-app.ts";
import { findTerm, referenceMessages } from "../../core/reference.ts";
import { useText } from "../../i18n/use-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./glossary.module.css";
import { Definition, OtherNames, TermName, TermPicture } from "./term-entry.tsx";

export interface TermDialogProps {
  /** The term's key, in any case. */
  term: string;
}

/** A glossary entry in a dialog over the screen. */
const TermDialog = ({ term }: TermDialogProps) => {
  const { files, termDialog } = useApp();
  const reference = useReference();
  const text = useText();
  const { value: entries, failure } = useSnapshot(reference.glossary.state);
  const picture = useCallback((title: string) => files.use("glossary", "", title), [files]);
  const entry = entries && findTerm(entries, term);

  useEffect(() => {
    void reference.glossary.load();
  }, [reference]);

  return (
    <Dialog
      title={entry ? <TermName entry={entry} /> : term}
      about={term}
      closeLabel={text("dialog.close")}
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
              <TermPicture entry={entry} picture={picture} />
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
