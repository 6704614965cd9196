import { useEffect, useId, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { useApp } from "../../../app-context/use-app.ts";
import type { Lesson } from "../../../contract/content.ts";
import type { Id } from "../../../contract/wire.ts";
import type { Selection } from "../../../core/study.ts";
import { patternSheet } from "../../../domain/lesson-package.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useReads } from "../../../i18n/use-reads.ts";
import { useText } from "../../../i18n/use-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { CROSS } from "../../../ui/icon-paths.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { type NoteState, useNotes } from "./notes.ts";
import { fetchPatternSheet } from "./pattern-sheet.ts";
import { PrintedLesson } from "./printed-lesson.tsx";
import styles from "./tools.module.css";

const STATES = {
  saved: "note.saved",
  saving: "note.saving",
  kept: "note.kept",
  "not-kept": "note.not-kept",
} as const satisfies Record<NoteState, MessageId>;

interface NoteSlipProps {
  lessonId: Id;
  onClose: () => void;
}

/** The note on a lesson, above its text; on a wide screen beside it, where it stays visible. */
const NoteSlip = ({ lessonId, onClose }: NoteSlipProps) => {
  const { progress } = useApp();
  const notes = useNotes();
  const text = useText();
  const id = useId();
  const { ready, states, version } = useSnapshot(notes.state);
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  const state = states[String(lessonId)];

  useEffect(() => {
    let gone = false;
    void notes.load().then(() => {
      if (gone) return;
      setTyped(notes.text(lessonId));
      field.current?.focus();
    });
    const onHide = () => document.visibilityState === "hidden" && notes.flush();
    document.addEventListener("visibilitychange", onHide);
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", onHide);
      notes.flush();
    };
  }, [notes, lessonId]);

  // Includes what was typed in the meantime. Without this, typing would overwrite the fetched note.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the notes have been fetched
  useEffect(() => {
    setTyped((shown) => (shown === null ? null : notes.text(lessonId)));
  }, [version, notes, lessonId]);

  useEffect(() => {
    if (typed !== null) progress.setNoted(lessonId, typed.trim() !== "");
  }, [progress, lessonId, typed]);

  const close = () => {
    onClose();
    opener?.focus();
  };

  const status = () => {
    if (typed === null && !ready) return text("note.loading");
    return state ? text(STATES[state]) : "";
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
    <div className={styles.slip} onKeyDown={({ key }) => key === "Escape" && close()}>
      <div className={styles.head}>
        <label htmlFor={id}>{text("note.label")}</label>
        <IconButton label={text("dialog.close")} onClick={close} path={CROSS} />
      </div>
      <textarea
        ref={field}
        id={id}
        dir="auto"
        rows={4}
        maxLength={notes.maxLength}
        aria-describedby={typed === "" ? `${id}h` : undefined}
        readOnly={typed === null}
        value={typed ?? ""}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          notes.write(lessonId, event.currentTarget.value);
        }}
      />
      {typed === "" ? <p id={`${id}h`}>{text("note.hint")}</p> : null}
      <p role="status">{status()}</p>
    </div>
  );
};

interface SheetDownloadProps {
  productKey: string;
  /** The sheet's name among the assets. */
  name: string;
}

/** Fetches a package's sheet and hands it to the browser; says how to print it. */
const SheetDownload = ({ productKey, name }: SheetDownloadProps) => {
  const { transport } = useApp();
  const text = useText();
  const [state, setState] = useState<"fetching" | "there" | "failed">("fetching");

  useEffect(() => {
    let gone = false;
    setState("fetching");
    void fetchPatternSheet(transport.sendForBytes, productKey, name).then((sheet) => {
      if (gone) return;
      if (sheet) saveFile(sheet, name.split("/").at(-1) ?? name);
      setState(sheet ? "there" : "failed");
    });
    return () => {
      gone = true;
    };
  }, [transport, productKey, name]);

  if (state === "failed") {
    return (
      <p className={styles.word} role="alert">
        {text("sheet.failed")}
      </p>
    );
  }
  return (
    <p className={styles.word} role="status">
      {text(state === "there" ? "sheet.print-at-full-size" : "sheet.fetching")}
    </p>
  );
};

interface LessonToolProps {
  tool: "note" | "print" | "sheet";
  lesson: Lesson;
  selection: Selection;
  /** Called when the tool has finished or was closed. */
  onDone: () => void;
}

const LessonTool = ({ tool, lesson, selection, onDone }: LessonToolProps) => {
  const reads = useReads();
  if (tool === "note") return <NoteSlip lessonId={lesson.dbid} onClose={onDone} />;
  if (tool === "print") {
    return <PrintedLesson lesson={lesson} selection={selection} onDone={onDone} />;
  }
  const { productKey, product, course } = selection;
  return (
    <SheetDownload productKey={productKey} name={patternSheet(product, course, lesson, reads)} />
  );
};

export default LessonTool;
