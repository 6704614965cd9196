import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./content.module.css";

interface ConfirmDialogProps {
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
        <Button
          onClick={() => {
            onClose();
            onAct();
          }}
        >
          {act}
        </Button>
        <Button quiet onClick={onClose}>
          {text("staff-content.keep")}
        </Button>
      </p>
    </Dialog>
  );
};
