import { type FormEvent, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { Conflict } from "../../app-context/conflict.tsx";
import type { SavedComment } from "../../contract/saved-comments.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import styles from "./comments-dialog.module.css";
import type { CommentFailure } from "./saved-comments.ts";
import { useDesk } from "./use-desk.ts";

const FAILURES = {
  "no-connection": "desk-failure.comment",
  full: "desk-failure.comments-full",
  refused: "desk-failure.comment-refused",
  changed: "desk-failure.comment-changed",
} as const satisfies Record<CommentFailure, MessageId>;

export interface CommentFormProps {
  /** Null for a new one. */
  comment: SavedComment | null;
  /** Whether the person may write comments of the school. */
  writesShared: boolean;
  onDone: () => void;
}

/** A form for a saved comment. */
export const CommentForm = ({ comment, writesShared, onDone }: CommentFormProps) => {
  const { comments } = useDesk();
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(comment?.name ?? "");
  const [words, setWords] = useState(comment?.text ?? "");
  const [shared, setShared] = useState(comment?.shared ?? false);
  const [busy, setBusy] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const [failure, setFailure] = useState<CommentFailure | null>(null);

  const [before, setBefore] = useState(comment);
  const { value } = useSnapshot(comments.state);
  const theirs = value?.find(({ id }) => id === before?.id);
  const isConflict = failure === "changed" && theirs;

  const save = async (replaces: SavedComment | null) => {
    if (busy) return;
    setIsMissing(!words.trim());
    if (!words.trim()) {
      form.current?.querySelector("textarea")?.focus();
      return;
    }
    setBusy(true);
    const failed = await comments.save({ name, text: words, shared }, replaces);
    setBusy(false);
    setFailure(failed);
    if (!failed) onDone();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isConflict) void save(before);
  };
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
        heading={text(FAILURES.changed)}
        differences={[
          rowOf("desk.comment-name", theirs.name, name),
          rowOf("desk.comment-text", theirs.text, words),
          rowOf("desk.comment-for-all", inWords(theirs.shared), inWords(shared)),
        ].filter((row) => row.theirs !== row.mine)}
        busy={busy}
        onMine={() => void save(theirs)}
        onTheirs={() => {
          setName(theirs.name);
          setWords(theirs.text);
          setShared(theirs.shared);
          setBefore(theirs);
          setFailure(null);
        }}
      />
    );
  }
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      <Field
        label={text("desk.comment-name")}
        dir="auto"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextArea
        label={text("desk.comment-text")}
        rows={5}
        maxLength={5000}
        value={words}
        onChange={setWords}
        error={isMissing ? text("desk.comment-missing") : undefined}
      />
      {writesShared ? (
        <p>
          <Switch checked={shared} onChange={setShared}>
            {text("desk.comment-for-all")}
          </Switch>
        </p>
      ) : null}
      {failure ? <p role="alert">{text(FAILURES[failure])}</p> : null}
      <div className={styles.buttons}>
        <button type="submit" className="button" aria-disabled={busy || undefined}>
          {text("desk.comment-save")}
        </button>
        <button type="button" className="button quiet" onClick={onDone}>
          {text("assignments.cancel")}
        </button>
      </div>
    </form>
  );
};
