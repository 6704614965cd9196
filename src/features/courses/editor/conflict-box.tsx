import { useId } from "react";
import { useSnapshot } from "valtio";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./editor.module.css";
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
        <button type="button" className="button" onClick={() => void editor.keepMine()}>
          {text("staff-editor.keep-mine")}
        </button>
        <button type="button" className="button quiet" onClick={() => editor.takeTheirs()}>
          {text("staff-editor.take-theirs")}
        </button>
      </p>
    </section>
  );
};
