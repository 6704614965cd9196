import { useState } from "react";
import { useSnapshot } from "valtio";
import { Conflict } from "../../app-context/conflict.tsx";
import { Dialog } from "../../app-context/dialog.tsx";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useForm } from "../../app-context/use-form.ts";
import type { SavedComment } from "../../contract/saved-comments.ts";
import type { FailureTable } from "../../core/match-failure.ts";
import { MANAGER_LEVEL } from "../../domain/roles.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import styles from "./comments-dialog.module.css";
import { type CommentInput, isChanged, titleOfComment } from "./saved-comments.ts";
import { useDesk } from "./use-desk.ts";

const NEW: CommentInput = { name: "", text: "", shared: false };

const FAILURES = {
  "comment/changed": "desk-failure.comment-changed",
  409: "desk-failure.comments-full",
  refused: "desk-failure.comment-refused",
  else: "desk-failure.comment",
} as const satisfies FailureTable;

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
            <Button
              quiet
              aria-label={text("desk.comment-edit-name", { name })}
              onClick={() => setEdited(comment)}
            >
              {text("desk.comment-edit")}
            </Button>
            <Button
              quiet
              aria-label={text("desk.comment-delete-name", { name })}
              onClick={() => setAsksFor(id)}
            >
              {text("desk.comment-delete")}
            </Button>
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
            <Button quiet onClick={() => setAsksFor(null)}>
              {text("assignments.cancel")}
            </Button>
          </div>
        ) : null}
      </li>
    );
  };

  return (
    <Dialog
      title={text("desk.comments")}
      about={edited === null ? "list" : "form"}
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
            <Button onClick={() => setEdited("new")}>{text("desk.comment-new")}</Button>
          </p>
        </>
      )}
    </Dialog>
  );
};

interface CommentFormProps {
  /** Null for a new one. */
  comment: SavedComment | null;
  /** Whether the person may write comments of the school. */
  writesShared: boolean;
  onDone: () => void;
}

const CommentForm = ({ comment, writesShared, onDone }: CommentFormProps) => {
  const { comments } = useDesk();
  const text = useText();
  const [input, setInput] = useState<CommentInput>(comment ?? NEW);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);

  const [before, setBefore] = useState(comment);
  const { value } = useSnapshot(comments.state);
  const theirs = value?.find(({ id }) => id === before?.id);
  const isConflict = isChanged(failure) && theirs;

  const change = (part: Partial<CommentInput>) => setInput({ ...input, ...part });

  const save = async (replaces: SavedComment | null) => {
    if (busy) return;
    setBusy(true);
    const { name, text: words, shared } = input;
    const failed = await comments.save({ name, text: words, shared }, replaces);
    setBusy(false);
    setFailure(failed);
    if (!failed) onDone();
  };

  const form = useForm<"text">({
    required: { text: "desk.comment-missing" },
    async send() {
      await save(before);
      return undefined;
    },
  });

  const rowOf = (label: MessageId, theirs: string, mine: string) => ({
    name: label,
    label: text(label),
    ...{ theirs, mine },
  });
  const inWords = (isShared: boolean) =>
    text(isShared ? "desk.comment-shared" : "desk.comment-own");

  if (isConflict) {
    return (
      <Conflict
        heading={text(FAILURES["comment/changed"])}
        differences={[
          rowOf("desk.comment-name", theirs.name, input.name),
          rowOf("desk.comment-text", theirs.text, input.text),
          rowOf("desk.comment-for-all", inWords(theirs.shared), inWords(input.shared)),
        ].filter((row) => row.theirs !== row.mine)}
        busy={busy}
        onMine={() => void save(theirs)}
        onTheirs={() => {
          setInput(theirs);
          setBefore(theirs);
          setFailure(null);
        }}
      />
    );
  }
  return (
    <form ref={form.ref} noValidate className={styles.form} onSubmit={form.onSubmit}>
      <Field
        label={text("desk.comment-name")}
        dir="auto"
        autoComplete="off"
        maxLength={100}
        value={input.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextArea
        label={text("desk.comment-text")}
        name="text"
        rows={5}
        maxLength={5000}
        value={input.text}
        onChange={(words) => change({ text: words })}
        error={form.error("text")}
      />
      {writesShared ? (
        <p>
          <Switch checked={input.shared} onChange={(shared) => change({ shared })}>
            {text("desk.comment-for-all")}
          </Switch>
        </p>
      ) : null}
      <FailureNotice failure={failure} messages={FAILURES} />
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy}>
          {text("desk.comment-save")}
        </Button>
        <Button quiet onClick={onDone}>
          {text("assignments.cancel")}
        </Button>
      </div>
    </form>
  );
};
