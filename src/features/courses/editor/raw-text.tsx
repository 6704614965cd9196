import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef } from "react";
import { useSnapshot } from "valtio";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./editor.module.css";
import type { MarkdownFieldHandle } from "./markdown-field.tsx";
import type { TextEditor } from "./text-editor.ts";

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
