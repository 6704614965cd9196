import { type ReactNode, useId } from "react";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./editor.module.css";

interface ConflictBoxProps {
  isGone: boolean;
  children: ReactNode;
  onMine: () => void;
  onTheirs: () => void;
}

/** Shows what somebody else has saved meanwhile. Neither goes until the person has chosen. */
export const ConflictBox = ({ isGone, children, onMine, onTheirs }: ConflictBoxProps) => {
  const text = useText();
  const id = useId();
  return (
    <section className={styles.conflict} role="alert" aria-labelledby={id}>
      <h2 id={id}>{text("staff-editor.conflict")}</h2>
      <p>{text(isGone ? "staff-editor.conflict-gone" : "staff-editor.conflict-hint")}</p>
      {children}
      <p className={styles.acts}>
        <Button onClick={onMine}>{text("staff-editor.keep-mine")}</Button>
        <Button quiet onClick={onTheirs}>
          {text("staff-editor.take-theirs")}
        </Button>
      </p>
    </section>
  );
};

interface RemovalQuestionProps {
  question: string;
  onRemove: () => void;
  onCancel: () => void;
}

/** Asks before something is removed. */
export const RemovalQuestion = ({ question, onRemove, onCancel }: RemovalQuestionProps) => {
  const text = useText();
  return (
    <div className={styles.acts}>
      <span>{question}</span>
      <button type="button" className="button" ref={(button) => button?.focus()} onClick={onRemove}>
        {text("staff-editor.remove")}
      </button>
      <Button quiet onClick={onCancel}>
        {text("staff-editor.cancel")}
      </Button>
    </div>
  );
};
