import { useId } from "react";
import { useSnapshot } from "valtio";
import type { EntryKind } from "../../../contract/staff-entries.ts";
import { type EntryFields, entryFields } from "../../../domain/source-entry.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./editor.module.css";
import own from "./entries.module.css";
import type { TextEditor } from "./text-editor.ts";

/** Shows what somebody else has saved meanwhile. Neither text goes until the person has chosen. */
export const ConflictBox = ({ editor }: { editor: TextEditor }) => {
  const text = useText();
  const id = useId();
  const { theirs } = useSnapshot(editor.state);
  if (!theirs) return null;
  return (
    <section className={styles.conflict} role="alert" aria-labelledby={`${id}h`}>
      <h2 id={`${id}h`}>{text("staff-editor.conflict")}</h2>
      <p>
        {text(
          theirs.checksum === null ? "staff-editor.conflict-gone" : "staff-editor.conflict-hint",
        )}
      </p>
      <label htmlFor={id}>{text("staff-editor.theirs")}</label>
      <textarea
        id={id}
        className={styles.source}
        dir="auto"
        readOnly
        rows={8}
        value={theirs.text}
      />
      <p className={styles.acts}>
        <Button onClick={() => void editor.keepMine()}>{text("staff-editor.keep-mine")}</Button>
        <Button quiet onClick={() => editor.takeTheirs()}>
          {text("staff-editor.take-theirs")}
        </Button>
      </p>
    </section>
  );
};

export interface EntryConflictProps {
  kind: EntryKind;
  theirs: EntryFields;
  onMine: () => void;
  onTheirs: () => void;
}

/** Shows what somebody else has made of an entry meanwhile. Neither goes until the person has chosen. */
export const EntryConflict = ({ kind, theirs, onMine, onTheirs }: EntryConflictProps) => {
  const text = useText();
  const id = useId();
  const names = entryFields(kind).filter((name) => theirs[name]);
  const isGone = names.length === 0;
  return (
    <section className={styles.conflict} role="alert" aria-labelledby={id}>
      <h2 id={id}>{text("staff-editor.conflict")}</h2>
      <p>{text(isGone ? "staff-editor.conflict-gone" : "staff-editor.conflict-hint")}</p>
      {names.map((name) => (
        <p key={name} className={own.theirs} dir="auto">
          <code>{name}</code> {theirs[name]}
        </p>
      ))}
      <p className={styles.acts}>
        <Button onClick={onMine}>{text("staff-editor.keep-mine")}</Button>
        <Button quiet onClick={onTheirs}>
          {text("staff-editor.take-theirs")}
        </Button>
      </p>
    </section>
  );
};
