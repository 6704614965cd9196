import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Dialog } from "../../../app-context/dialog.tsx";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import type { ContentTree, TreeChange } from "../../../contract/staff-tree.ts";
import type { FailureTable } from "../../../core/match-failure.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { useBusy } from "../../../ui/use-busy.ts";
import styles from "./tree.module.css";
import type { TreeRow } from "./tree-rows.ts";
import { useTree } from "./tree-service.ts";

const MESSAGES = {
  "content/entry_not_editable": "staff-tree.not-editable",
  "content/too_many_files": "staff-tree.too-many",
  "content/picture_too_large": "staff-editor.picture-too-large",
  "content/no_source": "staff-editor.no-source",
  "content/conflict": "staff-content.undo-conflict",
  "content/unknown_version": "staff-content.undo-unknown",
  refused: "staff-tree.refused",
  else: "staff-tree.not-changed",
} as const satisfies FailureTable;

/** Why the last change was not made. A dialog says it, too: what is behind it is not seen. */
export const NotChanged = () => {
  const { failure } = useSnapshot(useTree().state);
  return <FailureNotice failure={failure} messages={MESSAGES} />;
};

/** What a dialog about a row of the tree is given. */
export interface RowDialogProps {
  tree: ContentTree;
  row: TreeRow;
  name: string;
  /** @returns whether it was done */
  onChange: (change: TreeChange) => Promise<boolean>;
  onClose: () => void;
}

interface FormDialogProps {
  title: string;
  /** What its main button does; null: there is nothing to do. */
  act: string | null;
  /** Whether it is still found out what that means. */
  isWaiting?: boolean;
  more?: ReactNode;
  /** It is not called again before a promise that it returns is settled. */
  onSubmit: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that changes the tree, or says why it did not. */
export const FormDialog = ({ title, act, isWaiting = false, ...props }: FormDialogProps) => {
  const text = useText();
  const [isBusy, whileBusy] = useBusy();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (act === null || isWaiting || isBusy) return;
    const done = props.onSubmit();
    if (done instanceof Promise) void whileBusy(() => done);
  };
  return (
    <Dialog title={title} onClose={props.onClose}>
      <form noValidate onSubmit={submit}>
        {props.children}
        <NotChanged />
        <p className={styles.buttons}>
          {act === null ? null : (
            <Button type="submit" disabled={isWaiting || isBusy}>
              {act}
            </Button>
          )}
          {props.more}
          <Button quiet onClick={props.onClose}>
            {text("staff-editor.cancel")}
          </Button>
        </p>
      </form>
    </Dialog>
  );
};
