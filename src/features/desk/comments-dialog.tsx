import { useState } from "react";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import type { SavedComment } from "../../contract/saved-comments.ts";
import { MANAGER_LEVEL } from "../../domain/roles.ts";
import { useText } from "../../i18n/use-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { CommentForm } from "./comment-form.tsx";
import styles from "./comments-dialog.module.css";
import { titleOfComment } from "./saved-comments.ts";
import { useDesk } from "./use-desk.ts";

/** Shows, adds, changes and deletes saved comments. The school's are the managers' to write. */
export const CommentsDialog = ({ onClose }: { onClose: () => void }) => {
  const { comments } = useDesk();
  const text = useText();
  const { level } = useSnapshot(useApp().session.state);
  const { value } = useSnapshot(comments.state);
  const [edited, setEdited] = useState<SavedComment | "new" | null>(null);
  const [asksFor, setAsksFor] = useState<SavedComment["id"] | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const writesShared = level >= MANAGER_LEVEL;
  const list = (value ?? []) as readonly SavedComment[];

  const remove = async (id: SavedComment["id"]) => {
    setAsksFor(null);
    setIsFailed(!(await comments.remove(id)));
  };

  const row = (comment: SavedComment) => {
    const { id, shared } = comment;
    const name = titleOfComment(comment);
    const mayWrite = !shared || writesShared;
    return (
      <li key={id}>
        <div className={styles.about}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {shared ? <span className={styles.mark}>{text("desk.comment-shared")}</span> : null}
          <p dir="auto">{comment.text}</p>
        </div>
        {mayWrite && asksFor !== id ? (
          <div className={styles.buttons}>
            <button
              type="button"
              className="button quiet"
              aria-label={text("desk.comment-edit-name", { name })}
              onClick={() => setEdited(comment)}
            >
              {text("desk.comment-edit")}
            </button>
            <button
              type="button"
              className="button quiet"
              aria-label={text("desk.comment-delete-name", { name })}
              onClick={() => setAsksFor(id)}
            >
              {text("desk.comment-delete")}
            </button>
          </div>
        ) : null}
        {asksFor === id ? (
          <div className={styles.buttons}>
            <button
              type="button"
              className="button"
              ref={(button) => button?.focus()}
              onClick={() => void remove(id)}
            >
              {text("desk.comment-delete-name", { name })}
            </button>
            <button type="button" className="button quiet" onClick={() => setAsksFor(null)}>
              {text("assignments.cancel")}
            </button>
          </div>
        ) : null}
      </li>
    );
  };

  return (
    <Dialog
      title={text("desk.comments")}
      about={edited === null ? "list" : "form"}
      closeLabel={text("dialog.close")}
      onClose={onClose}
    >
      {edited ? (
        <CommentForm
          comment={edited === "new" ? null : edited}
          writesShared={writesShared}
          onDone={() => setEdited(null)}
        />
      ) : (
        <>
          {isFailed ? <p role="alert">{text("desk-failure.comment")}</p> : null}
          {list.length > 0 ? (
            <ul className={styles.list}>{list.map(row)}</ul>
          ) : (
            <p>{text("desk.comments-none")}</p>
          )}
          <p>
            <button type="button" className="button" onClick={() => setEdited("new")}>
              {text("desk.comment-new")}
            </button>
          </p>
        </>
      )}
    </Dialog>
  );
};
