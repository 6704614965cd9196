import { useText } from "../../i18n/use-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./content.module.css";

export interface ConfirmDialogProps {
  title: string;
  question: string;
  /** The name of the button that does it. */
  act: string;
  onAct: () => void;
  onClose: () => void;
}

/** Asks before something that others notice. */
export const ConfirmDialog = ({ title, question, act, onAct, onClose }: ConfirmDialogProps) => {
  const text = useText();
  return (
    <Dialog title={title} about={title} closeLabel={text("dialog.close")} onClose={onClose}>
      <p>{question}</p>
      <p className={styles.buttons}>
        <button
          type="button"
          className="button"
          onClick={() => {
            onClose();
            onAct();
          }}
        >
          {act}
        </button>
        <button type="button" className="button quiet" onClick={onClose}>
          {text("staff-content.keep")}
        </button>
      </p>
    </Dialog>
  );
};
