import type { StateCommand } from "@codemirror/state";
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import { directionOf } from "../../../domain/languages.ts";
import { isMainLesson } from "../../../domain/lesson-access.ts";
import type { SourceTextPlace } from "../../../domain/source-text.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./editor.module.css";
import { PictureDialog } from "./inserts/picture-dialog.tsx";
import { TableDialog } from "./inserts/table-dialog.tsx";
import { INSERTS } from "./inserts.tsx";
import { usePictures } from "./preview.tsx";
import { type PictureFailure, pictureMessages, sendPicture } from "./send-picture.ts";
import type { TextEditor } from "./text-editor.ts";
import { readTransfer } from "./transfer.ts";
import { createMarkdownView, type MarkdownView } from "./writing/markdown-view.ts";
import { Toolbar } from "./writing/toolbar.tsx";
import type { ShownPicture } from "./writing/widgets.ts";

/** What a screen does with the text that is written. */
export interface MarkdownFieldHandle {
  /** Leads to a line, from 1. */
  readonly goTo: (line: number) => void;
}

/** A dialog that is open: one that puts something in, or one of what is there. */
type OpenDialog =
  | { readonly kind: "insert"; readonly id: string }
  | { readonly kind: "table"; readonly from: number; readonly to: number }
  | ({ readonly kind: "picture" } & ShownPicture);

interface MarkdownFieldProps {
  editor: TextEditor;
  place: SourceTextPlace;
  lessonTitle: (key: string) => string;
  handle: Ref<MarkdownFieldHandle>;
}

/** The text of a lesson, shown as students see it, with what can be done to it. */
export const MarkdownField = ({ editor, place, lessonTitle, handle }: MarkdownFieldProps) => {
  const text = useText();
  const { locale } = useIntl();
  const id = useId();
  const { send } = useApp().transport;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const waiting = useRef<(() => void)[]>([]);
  const [sending, setSending] = useState(0);
  const [failure, setFailure] = useState<PictureFailure | null>(null);
  const [notice, setNotice] = useState<"" | "too-much" | "without-form">("");
  const { replaced } = useSnapshot(editor.state);
  const pictureOf = usePictures(place.product);
  const { product } = place;
  const takesPictures = place.kind === "lesson";
  const language = place.language || "en";

  const insert = (markdown: string) => view.current?.insert(markdown);

  /** Puts in what has come, not below a dialog that changes a part of the text. */
  const putIn = (put: () => void) => {
    if (latest.current.isOpen) waiting.current.push(put);
    else put();
  };
  useEffect(() => {
    if (!dialog) for (const put of waiting.current.splice(0)) put();
  }, [dialog]);

  const addPictures = async (files: readonly File[]): Promise<string[]> => {
    setFailure(null);
    setSending((count) => count + files.length);
    const names: string[] = [];
    for (const file of files) {
      const sent = await sendPicture(send, product, file);
      setSending((count) => count - 1);
      names.push(sent.ok ? sent.value : "");
      if (!sent.ok) setFailure(sent.failure);
    }
    return names;
  };

  const take = (type: string, data: DataTransfer | null): boolean => {
    const content = readTransfer(data);
    setNotice("");
    // The browser knows where words were dropped.
    if (content.kind === "plain" || (content.kind === "pasted" && type === "drop")) return false;
    if (content.kind === "too-much") {
      setNotice("too-much");
      return true;
    }
    if (content.kind === "pictures") {
      if (!takesPictures) return false;
      void addPictures(content.files).then((names) => {
        putIn(() => {
          for (const name of names) if (name) insert(`![](${name})`);
          // Its words are asked for at once; of several, each shows that it has none.
          const [only = ""] = names.length === 1 ? names : [];
          const picture = only && view.current?.pictureBeforeCursor(only);
          if (picture) setDialog({ kind: "picture", ...picture });
        });
      });
      return true;
    }
    if (content.isWithoutForm) setNotice("without-form");
    // They are read before the first one is sent.
    const reading = content.hasPictures ? 1 : 0;
    setSending((count) => count + reading);
    void content
      .markdown((files) => (takesPictures ? addPictures(files) : Promise.resolve([])))
      .then((markdown) => putIn(() => insert(markdown)))
      .finally(() => setSending((count) => count - reading));
    return true;
  };

  const now = { take, lessonTitle, save: editor.save, isOpen: dialog !== null };
  const latest = useRef(now);
  latest.current = now;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once for a text and a language of the interface
  useLayoutEffect(() => {
    if (!host.current) return;
    const made = createMarkdownView({
      host: host.current,
      text: editor.state.text,
      label: text("staff-editor.text"),
      placeholder: text(place.kind === "lesson" ? "staff-text.begin" : "staff-text.begin-plain"),
      language,
      direction: directionOf(language),
      around: {
        pictureOf,
        lessonTitle: (key) => latest.current.lessonTitle(key),
        onEditTable: (range) => setDialog({ kind: "table", ...range }),
        onEditPicture: (picture) => setDialog({ kind: "picture", ...picture }),
        words: {
          page: (number) => text("staff-text.page", { number }),
          part: (title) => text("staff-text.part", { title }),
          film: (name) => text("staff-text.film", { name }),
          editTable: text("staff-text.edit-table"),
          editPicture: text("staff-text.picture-words"),
          noAlternative: text("staff-text.no-alternative"),
        },
      },
      onChange: editor.write,
      onSave: () => void latest.current.save(),
      onTransfer: (type, data) => latest.current.take(type, data),
    });
    view.current = made;
    // Who opens a lesson without a text has come to write it.
    if (/^(?:# .*)?\s*$/.test(editor.state.text)) made.goToEnd();
    return () => made.view.destroy();
  }, [editor, locale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is written when another one has come
  useEffect(() => view.current?.write(editor.state.text), [replaced]);

  useImperativeHandle(handle, () => ({ goTo: (line) => view.current?.goTo(line) }), []);

  const onCommand = (command: StateCommand) => {
    const made = view.current?.view;
    if (!made) return;
    command(made);
    made.focus();
  };
  const openInsert = (kind: string) => {
    const table = kind === "table" ? view.current?.tableAtCursor() : null;
    setDialog(table ? { kind: "table", ...table } : { kind: "insert", id: kind });
  };
  const close = () => setDialog(null);
  const putInto = (range?: { from: number; to: number }) => (markdown: string) => {
    close();
    // The dialog gives the focus back to what opened it, before the text takes it.
    queueMicrotask(() => view.current?.insert(markdown, range));
  };
  const isMain = takesPictures && isMainLesson(place.key);
  const inserts = INSERTS.filter(
    ({ of }) => of === "all" || (of === "main" ? isMain : takesPictures),
  );
  const Dialog =
    dialog?.kind === "insert" ? INSERTS.find((each) => each.id === dialog.id)?.Dialog : null;

  return (
    <>
      <Toolbar
        hasPages={takesPictures}
        controls={id}
        inserts={inserts}
        onCommand={onCommand}
        onInsert={openInsert}
      />
      <div ref={host} id={id} className={styles.field} />
      <div role="status">
        {sending > 0 ? <p>{text("staff-editor.picture-sending")}</p> : null}
        {notice === "" ? null : (
          <p className={styles.notice}>
            {text(notice === "too-much" ? "staff-text.paste-too-much" : "staff-text.paste-plain")}
          </p>
        )}
      </div>
      <FailureNotice failure={failure} messages={pictureMessages} />
      {Dialog ? (
        <Dialog
          product={product}
          language={language}
          words={view.current?.selected() ?? ""}
          onInsert={putInto()}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === "table" ? (
        <TableDialog
          language={language}
          present={editor.state.text.slice(dialog.from, dialog.to)}
          onInsert={putInto(dialog)}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === "picture" ? (
        <PictureDialog
          product={product}
          language={language}
          present={dialog}
          onInsert={putInto(dialog)}
          onClose={close}
        />
      ) : null}
    </>
  );
};

/** The start of a line, from 1, in a text. */
const startOfLine = (text: string, line: number): number =>
  text.split("\n", line - 1).reduce((sum, each) => sum + each.length + 1, 0);

interface RawTextProps {
  editor: TextEditor;
  handle: Ref<MarkdownFieldHandle>;
}

/** A file as it is, for one that no form can show. */
export const RawText = ({ editor, handle }: RawTextProps) => {
  const text = useText();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const state = useSnapshot(editor.state, { sync: true });
  const goTo = (line: number) => {
    const field = area.current;
    if (!field) return;
    const start = startOfLine(field.value, line);
    const end = field.value.indexOf("\n", start);
    field.focus();
    field.setSelectionRange(start, end < 0 ? field.value.length : end);
    // No browser scrolls to a selection that a script has set.
    const lines = field.value.split("\n").length;
    field.scrollTop = ((line - 3) / lines) * field.scrollHeight;
  };
  useImperativeHandle(handle, () => ({ goTo }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void editor.save();
  };
  return (
    <>
      <label htmlFor={id}>{text("staff-editor.text")}</label>
      <textarea
        ref={area}
        id={id}
        className={styles.source}
        dir="ltr"
        spellCheck={false}
        value={state.text}
        onChange={(event) => editor.write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </>
  );
};
