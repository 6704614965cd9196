import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { Link, Redirect, useLocation, useSearch } from "wouter";
import { draftsOf } from "../../../app-context/drafts.ts";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { STAFF_TEXTS } from "../../../app-context/staff-links.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import { staffFailures } from "../../../core/failure-messages/staff.ts";
import { directionOf } from "../../../domain/languages.ts";
import { type SourceTextPlace, sourceTextPlace } from "../../../domain/source-text.ts";
import { useReads } from "../../../i18n/use-reads.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { AlsoHere } from "./also-here.tsx";
import styles from "./editor.module.css";
import { HistoryDialog } from "./history-dialog.tsx";
import { LanguageLinks, OtherLanguage } from "./other-languages.tsx";
import { ShownPages, TextProblems } from "./preview.tsx";
import { ConflictBox, RemovalQuestion } from "./questions.tsx";
import { createTextEditor, saveMessages, type TextEditor } from "./text-editor.ts";
import { type PictureFailure, pictureMessages, readTransfer, sendPicture } from "./transfer.ts";
import { TranslationNote } from "./translation-note.tsx";

const PICTURES = "image/png,image/jpeg,image/webp,image/gif,image/svg+xml";

/** The start of a line, from 1, in a text. */
const startOfLine = (text: string, line: number): number =>
  text.split("\n", line - 1).reduce((sum, each) => sum + each.length + 1, 0);

interface TextFormProps {
  editor: TextEditor;
  place: SourceTextPlace;
}

/** A text with the page beside it, or with the same text in another language beside it, and the page below. */
const TextForm = ({ editor, place }: TextFormProps) => {
  const text = useText();
  const { send } = useApp().transport;
  const [, navigate] = useLocation();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const state = useSnapshot(editor.state, { sync: true });
  const preview = useSnapshot(editor.preview.state);
  const [hasHistory, setHasHistory] = useState(false);
  const [asksToRemove, setAsksToRemove] = useState(false);
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
    setAsksToRemove(false);
    if (await editor.remove()) navigate(STAFF_TEXTS);
  };

  return (
    <>
      {place.language ? <LanguageLinks place={place} beside={beside} onBeside={setBeside} /> : null}
      <TranslationNote
        path={editor.path}
        checksum={state.checksum}
        onStart={state.text === "" ? editor.write : undefined}
      />
      {state.theirs ? (
        <ConflictBox
          isGone={state.theirs.checksum === null}
          onMine={() => void editor.keepMine()}
          onTheirs={editor.takeTheirs}
        >
          <label htmlFor={`${id}t`}>{text("staff-editor.theirs")}</label>
          <textarea
            id={`${id}t`}
            className={styles.source}
            dir="auto"
            readOnly
            rows={8}
            value={state.theirs.text}
          />
        </ConflictBox>
      ) : null}
      <div className={beside === "" ? styles.split : `${styles.split} ${styles.translated}`}>
        <div className={styles.write}>
          <label htmlFor={id}>{text("staff-editor.text")}</label>
          <textarea
            ref={area}
            id={id}
            className={styles.source}
            dir={directionOf(place.language)}
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
            <Button
              disabled={!isChanged || state.isSaving || state.theirs !== null}
              onClick={() => void editor.save()}
            >
              {text("staff-editor.save")}
            </Button>
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
            <Button quiet onClick={() => setHasHistory(true)}>
              {text("staff-editor.history")}
            </Button>
            {state.checksum !== null && place.key && !asksToRemove ? (
              <Button quiet onClick={() => setAsksToRemove(true)}>
                {text("staff-editor.remove")}
              </Button>
            ) : null}
          </div>
          {asksToRemove ? (
            <RemovalQuestion
              question={text("staff-editor.remove-ask")}
              onRemove={() => void remove()}
              onCancel={() => setAsksToRemove(false)}
            />
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
          <FailureNotice failure={state.saveFailure} messages={saveMessages} />
          <FailureNotice failure={pictureFailure} messages={pictureMessages} />
          <TextProblems
            problems={preview.shown?.problems ?? null}
            isNotShown={preview.isNotShown}
            onLine={goTo}
          />
        </div>
        {beside === "" ? null : <OtherLanguage place={place} language={beside} />}
        <ShownPages product={place.product} pages={preview.shown?.pages ?? []} />
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

/** Edits the text that the address names. */
export const TextScreen = () => {
  const query = new URLSearchParams(useSearch());
  const path = query.get("path") ?? "";
  const [, first] = useReads();
  const place = sourceTextPlace(path, first);
  // The tree changes what it can read of courses.
  const isOfTree = place?.kind === "course" && !query.has("unreadable");
  if (!place || isOfTree) return <Redirect to={STAFF_TEXTS} replace />;
  return <OpenText key={path} path={path} place={place} />;
};

const OpenText = ({ path, place }: { path: string; place: SourceTextPlace }) => {
  const app = useApp();
  const text = useText();
  const { send } = app.transport;
  const editor = useMemo(
    () => createTextEditor({ send, drafts: draftsOf(app), path }),
    [app, send, path],
  );
  const { isOpen, failure } = useSnapshot(editor.state);
  const name = place.key || path;
  useScreenTitle(name);
  useEffect(() => {
    void editor.load();
    return editor.preview.stop;
  }, [editor]);
  return (
    <>
      <p>
        <Link href={STAFF_TEXTS}>{text("staff-editor.name")}</Link>
      </p>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <FailureNotice
        failure={failure}
        messages={staffFailures}
        onRetry={() => void editor.load()}
      />
      <AlsoHere path={path} />
      {isOpen ? <TextForm editor={editor} place={place} /> : null}
    </>
  );
};
