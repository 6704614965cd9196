import { useText } from "../../../i18n/use-text.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./measurements.module.css";

export interface DeleteDialogProps {
  name: string;
  busy: boolean;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks before a table is deleted. */
export const DeleteDialog = ({ name, busy, onDelete, onClose }: DeleteDialogProps) => {
  const text = useText();
  return (
    <Dialog
      title={text("measurements.delete-ask", { name })}
      about={name}
      closeLabel={text("dialog.close")}
      onClose={onClose}
    >
      <p>{text("measurements.delete-what")}</p>
      <p className={styles.buttons}>
        <button
          type="button"
          className="button"
          aria-disabled={busy || undefined}
          onClick={onDelete}
        >
          {text("measurements.delete")}
        </button>
        <button type="button" className="button quiet" onClick={onClose}>
          {text("measurements.cancel")}
        </button>
      </p>
    </Dialog>
  );
};
