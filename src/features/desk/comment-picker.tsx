import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import type { SavedComment } from "../../contract/saved-comments.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./answer-form.module.css";
import { CommentsDialog } from "./comments-dialog.tsx";
import { deskFailures } from "./desk-failure.ts";
import { useKeys } from "./keys.tsx";
import { matchComments, titleOfComment } from "./saved-comments.ts";
import { useDesk } from "./use-desk.ts";

/** As many as there are digits. */
const SHOWN = 9;

interface CommentPickerProps {
  /** @param takesFocus whether the person goes on writing in the answer */
  onInsert: (text: string, takesFocus: boolean) => void;
}

/** Saved comments: two letters and Enter insert one, and the digits the first nine. */
export const CommentPicker = ({ onInsert }: CommentPickerProps) => {
  const { comments } = useDesk();
  const text = useText();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const { value, failure } = useSnapshot(comments.state);
  const [query, setQuery] = useState("");
  const [isManaging, setIsManaging] = useState(false);

  useEffect(() => void comments.load(), [comments]);

  const all = (value ?? []) as readonly SavedComment[];
  const isSearched = query.trim() !== "";
  const shown = matchComments(all, query).slice(0, SHOWN);
  const insertFirst = (at: number) => () => {
    const comment = all[at];
    if (comment) onInsert(comment.text, false);
  };
  useKeys(
    Object.fromEntries(Array.from({ length: SHOWN }, (_, at) => [`${at + 1}`, insertFirst(at)])),
  );

  const insertByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    const [first] = shown;
    if (!first || !isSearched) return;
    setQuery("");
    onInsert(first.text, true);
  };

  return (
    <div ref={root} className={styles.picker}>
      {value?.length === 0 ? null : (
        <Field
          label={text("desk.comments")}
          autoComplete="off"
          dir="auto"
          value={query}
          aria-describedby={isSearched ? `${id}result` : undefined}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={insertByKey}
        />
      )}
      <p role="status" id={`${id}result`} className="unseen">
        {isSearched
          ? shown[0]
            ? text("desk.comment-first", { name: titleOfComment(shown[0]) })
            : text("desk.comment-none")
          : null}
      </p>
      <FailureNotice failure={failure} messages={deskFailures} />
      {shown.length > 0 ? (
        <ul className={styles.comments} aria-label={text("desk.comments")}>
          {shown.map((comment, at) => (
            <li key={comment.id} data-first={isSearched && at === 0 ? "" : undefined}>
              <button
                type="button"
                title={comment.text}
                onClick={() => onInsert(comment.text, true)}
              >
                {isSearched ? null : (
                  <span aria-hidden="true" className={styles.key}>
                    {at + 1}
                  </span>
                )}
                <bdi>{titleOfComment(comment)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      ) : value ? (
        <p className={styles.none}>
          {text(isSearched ? "desk.comment-none" : "desk.comments-none")}
        </p>
      ) : null}
      <Button plain onClick={() => setIsManaging(true)}>
        {text("desk.comments-manage")}
      </Button>
      {isManaging ? <CommentsDialog onClose={() => setIsManaging(false)} /> : null}
    </div>
  );
};
