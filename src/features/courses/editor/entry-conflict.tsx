import { useId } from "react";
import type { EntryKind } from "../../../contract/staff-entries.ts";
import { type EntryFields, entryFields } from "../../../domain/source-entry.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./editor.module.css";
import own from "./entries.module.css";

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
        <button type="button" className="button" onClick={onMine}>
          {text("staff-editor.keep-mine")}
        </button>
        <button type="button" className="button quiet" onClick={onTheirs}>
          {text("staff-editor.take-theirs")}
        </button>
      </p>
    </section>
  );
};
