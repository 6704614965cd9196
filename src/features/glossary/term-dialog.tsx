import { useCallback, useEffect } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { referenceFailureMessages } from "../../core/failure-messages/reference.ts";
import type { Files } from "../../core/files.ts";
import { findTerm, type Reference } from "../../core/reference.ts";
import { useText } from "../../i18n/use-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { NotThere } from "../../ui/not-there.tsx";
import styles from "./glossary.module.css";
import { Definition, OtherNames, TermName, TermPicture } from "./term-entry.tsx";

export interface TermDialogProps {
  /** The term's key, in any case. */
  term: string;
  reference: Reference;
  files: Files;
  glossaryPath: (term: string) => string;
  onTerm: (term: string) => void;
  onClose: () => void;
}

/** A glossary entry in place, over what is being read. */
const TermDialog = ({ term, reference, files, onTerm, onClose, ...props }: TermDialogProps) => {
  const text = useText();
  const { entries, failure } = useSnapshot(reference.glossary.state);
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
      onClose={onClose}
    >
      {failure ? (
        <NotThere
          message={text(referenceFailureMessages[failure.kind])}
          retry={text("screen.retry")}
          onRetry={() => void reference.glossary.load()}
        />
      ) : null}
      {entries || failure ? null : <p role="status">{text("reference.loading")}</p>}
      {entries && !entry ? <p role="status">{text("glossary.unknown", { term })}</p> : null}
      {entry ? (
        <>
          <p className={styles.names}>
            <OtherNames entry={entry} />
          </p>
          <Definition entry={entry} onTerm={onTerm} />
          {entry.image ? (
            <div className={styles.dialogPicture}>
              <TermPicture entry={entry} picture={picture} />
            </div>
          ) : null}
          <p>
            <Link className="button quiet" href={props.glossaryPath(entry.term)}>
              {text("glossary.open")}
            </Link>
          </p>
        </>
      ) : null}
    </Dialog>
  );
};

export default TermDialog;
