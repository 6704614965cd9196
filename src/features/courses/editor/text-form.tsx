import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { STAFF_TEXTS } from "../../../app-context/staff-links.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { directionOf } from "../../../domain/languages.ts";
import type { SourceTextPlace } from "../../../domain/source-text.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { FileButton } from "../../../ui/file-button.tsx";
import { BesideText } from "./beside-text.tsx";
import { ConflictBox } from "./conflict-box.tsx";
import styles from "./editor.module.css";
import { HistoryDialog } from "./history-dialog.tsx";
import { LanguageLinks } from "./language-links.tsx";
import { readTransfer } from "./read-transfer.ts";
import { type PictureFailure, sendPicture } from "./send-picture.ts";
import { ShownPages } from "./shown-pages.tsx";
import type { SaveFailure, TextEditor } from "./text-editor.ts";
import { TextProblems } from "./text-problems.tsx";

const SAVE_FAILURES = {
  "no-connection": "staff-editor.not-saved",
  refused: "staff-editor.save-refused",
  "too-long": "staff-editor.too-long",
  "no-source": "staff-editor.no-source",
} as const satisfies Record<SaveFailure, MessageId>;

const PICTURE_FAILURES = {
  "too-large": "staff-editor.picture-too-large",
  "not-a-picture": "staff-editor.not-a-picture",
  "no-connection": "staff-editor.picture-not-sent",
  refused: "staff-editor.picture-refused",
} as const satisfies Record<PictureFailure, MessageId>;

const PICTURES = "image/png,image/jpeg,image/webp,image/gif,image/svg+xml";

/** The start of a line, from 1, in a text. */
const startOfLine = (text: string, line: number): number =>
  text.split("\n", line - 1).reduce((sum, each) => sum + each.length + 1, 0);

export interface TextFormProps {
  editor: TextEditor;
  place: SourceTextPlace;
}

/** A text with the page beside it, or with the same text in another language beside it, and the page below. */
export const TextForm = ({ editor, place }: TextFormProps) => {
  const text = useText();
  const { send } = useApp().transport;
  const [, navigate] = useLocation();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const state = useSnapshot(editor.state, { sync: true });
  const [hasHistory, setHasHistory] = useState(false);
  const [asks, setAsks] = useState(false);
  const [beside, setBeside] = useState("");
  const [pictures, setPictures] = useState(0);
  const [pictureFailure, setPictureFailure] = useState<PictureFailure | null>(null);
  const takesPictures = place.kind === "lesson";
  const isChanged = state.text !== state.saved || state.checksum === null;

  const insert = (words: string) => {
    const field = area.current;
    if (!field) return;
    field.setRangeText(words, field.selectionStart, field.selectionEnd, "end");
    editor.write(field.value);
    field.focus();
  };

  const addPictures = async (files: readonly File[]) => {
    setPictureFailure(null);
    setPictures((count) => count + files.length);
    for (const file of files) {
      const sent = await sendPicture(send, place.product, file);
      setPictures((count) => count - 1);
      if (sent.ok) insert(`![](${sent.value})`);
      else setPictureFailure(sent.failure);
    }
  };

  const take = (event: { type: string; preventDefault: () => void }, data: DataTransfer | null) => {
    const content = readTransfer(data);
    if (content.kind === "plain" || (content.kind === "pictures" && !takesPictures)) return;
    // The browser knows where words were dropped.
    if (content.kind === "markdown" && event.type === "drop") return;
    event.preventDefault();
    if (content.kind === "pictures") void addPictures(content.files);
    else void content.markdown.then(insert);
  };

  const goTo = (line: number) => {
    const field = area.current;
    if (!field) return;
    const start = startOfLine(state.text, line);
    const end = state.text.indexOf("\n", start);
    field.focus();
    field.setSelectionRange(start, end < 0 ? state.text.length : end);
    // No browser scrolls to a selection that a script has set.
    const lines = state.text.split("\n").length;
    field.scrollTop = ((line - 3) / lines) * field.scrollHeight;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void editor.save();
  };

  const remove = async () => {
    setAsks(false);
    if (await editor.remove()) navigate(STAFF_TEXTS);
  };

  return (
    <>
      {place.language ? <LanguageLinks place={place} beside={beside} onBeside={setBeside} /> : null}
      {state.theirs ? <ConflictBox editor={editor} /> : null}
      <div className={beside === "" ? styles.split : `${styles.split} ${styles.translated}`}>
        <div className={styles.write}>
          <label htmlFor={id}>{text("staff-editor.text")}</label>
          <textarea
            ref={area}
            id={id}
            className={styles.source}
            dir={directionOf(place.language || "en")}
            lang={place.language || undefined}
            spellCheck={place.language !== ""}
            value={state.text}
            onChange={(event) => editor.write(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => take(event, event.clipboardData)}
            onDragOver={(event) => {
              if (takesPictures) event.preventDefault();
            }}
            onDrop={(event) => take(event, event.dataTransfer)}
          />
          <div className={styles.acts}>
            <button
              type="button"
              className="button"
              aria-disabled={!isChanged || state.isSaving || state.theirs !== null || undefined}
              onClick={() => {
                if (isChanged && !state.theirs) void editor.save();
              }}
            >
              {text("staff-editor.save")}
            </button>
            {takesPictures ? (
              <>
                <FileButton
                  quiet
                  multiple
                  label={text("staff-editor.picture")}
                  accept={PICTURES}
                  disabled={false}
                  describedBy={`${id}p`}
                  onFiles={(files) => void addPictures(files)}
                />
                <small id={`${id}p`}>{text("staff-editor.picture-hint")}</small>
              </>
            ) : null}
            <button type="button" className="button quiet" onClick={() => setHasHistory(true)}>
              {text("staff-editor.history")}
            </button>
            {state.checksum !== null && place.key && !asks ? (
              <button type="button" className="button quiet" onClick={() => setAsks(true)}>
                {text("staff-editor.remove")}
              </button>
            ) : null}
          </div>
          {asks ? (
            <div className={styles.acts}>
              <span>{text("staff-editor.remove-ask")}</span>
              <button
                type="button"
                className="button"
                ref={(button) => button?.focus()}
                onClick={() => void remove()}
              >
                {text("staff-editor.remove")}
              </button>
              <button type="button" className="button quiet" onClick={() => setAsks(false)}>
                {text("staff-editor.cancel")}
              </button>
            </div>
          ) : null}
          <div role="status">
            {pictures > 0 ? <p>{text("staff-editor.picture-sending")}</p> : null}
            {state.isSaved && !isChanged ? (
              <p>
                {text("staff-editor.saved")}{" "}
                <Link href={STAFF_TEXTS}>{text("staff-editor.name")}</Link>
              </p>
            ) : null}
          </div>
          {state.saveFailure ? <p role="alert">{text(SAVE_FAILURES[state.saveFailure])}</p> : null}
          {pictureFailure ? <p role="alert">{text(PICTURE_FAILURES[pictureFailure])}</p> : null}
          <TextProblems
            problems={state.shown?.problems ?? null}
            isNotShown={state.isNotShown}
            onLine={goTo}
          />
        </div>
        {beside === "" ? null : <BesideText place={place} language={beside} />}
        <ShownPages product={place.product} pages={state.shown?.pages ?? []} />
      </div>
      {hasHistory ? (
        <HistoryDialog
          path={editor.path}
          onReturn={(before) => {
            editor.write(before);
            setHasHistory(false);
          }}
          onClose={() => setHasHistory(false)}
        />
      ) : null}
    </>
  );
};
