import type { ReactNode } from "react";
import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  title: string;
  /** Identifies the content, if the title does not. */
  about?: string;
  /** The name of the button that does it. */
  act: string;
  /** The name of a button that leaves everything as it is; absent: the dialog's own button does. */
  keep?: MessageId;
  onAct: () => void;
  onClose: () => void;
  /** What it means. */
  children: ReactNode;
}

/** Asks before something that others notice, or that cannot be undone. */
export const ConfirmDialog = ({ act, keep, onAct, children, ...dialog }: ConfirmDialogProps) => {
  const text = useText();
  return (
    <Dialog {...dialog}>
      {children}
      <p>
        <button
          type="button"
          className="button"
          onClick={() => {
            dialog.onClose();
            onAct();
          }}
        >
          {act}
        </button>{" "}
        {keep ? (
          <button type="button" className="button quiet" onClick={dialog.onClose}>
            {text(keep)}
          </button>
        ) : null}
      </p>
    </Dialog>
  );
};
