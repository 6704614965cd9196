import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { FileButton } from "./file-button.tsx";
import { TextArea } from "./text-area.tsx";
import styles from "./text-import.module.css";

interface TextImportTexts {
  /** The label of the button that opens the system's file dialog. */
  choose: string;
  /** Says that a file may be dropped on the page. */
  drop: string;
  /** The label of the field to paste into. */
  paste: string;
  /** The label of the button that imports the pasted text. */
  take: string;
  tooBig: string;
  unreadable: string;
}

interface TextImportProps {
  texts: TextImportTexts;
  /** The maximum size of a file or text. */
  maxBytes: number;
  busy: boolean;
  /** Why the last text was not accepted. */
  error?: string | undefined;
  onText: (text: string) => void;
}

/**
 * Imports a short text from a chosen file, a dropped file, or the clipboard. A file may be dropped
 * anywhere on the page, because a browser would otherwise navigate to it.
 */
export const TextImport = ({ texts, maxBytes, busy, error, onText }: TextImportProps) => {
  const hint = useId();
  const [pasted, setPasted] = useState("");
  const [wrong, setWrong] = useState("");
  const [over, setOver] = useState(false);
  const onDropped = useRef<(dropped: DataTransfer) => void>(() => undefined);

  const submit = (text: string) => {
    if (busy) return;
    setWrong("");
    onText(text);
  };

  const read = async (file: File | undefined) => {
    if (!file || busy) return;
    if (file.size > maxBytes) return setWrong(texts.tooBig);
    const text = await file.text().catch(() => null);
    if (text === null) setWrong(texts.unreadable);
    else submit(text);
  };

  onDropped.current = ({ files }) => void read(files[0]);

  useEffect(() => {
    const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
    const onDragOver = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Leaving one element for another also fires this; null means leaving the page.
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!hasFile(event) || !event.dataTransfer) return;
      event.preventDefault();
      onDropped.current(event.dataTransfer);
    };
    addEventListener("dragover", onDragOver);
    addEventListener("dragleave", onDragLeave);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("dragover", onDragOver);
      removeEventListener("dragleave", onDragLeave);
      removeEventListener("drop", onDrop);
    };
  }, []);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (pasted.trim() !== "") submit(pasted);
  };

  const problem = wrong || error;
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className={styles.drop} data-over={over || undefined}>
        <FileButton
          label={texts.choose}
          accept=".txt,text/plain"
          disabled={busy}
          describedBy={hint}
          onFiles={([file]) => void read(file)}
        />
        <small id={hint}>{texts.drop}</small>
      </div>
      <TextArea
        label={texts.paste}
        value={pasted}
        maxLength={maxBytes}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={setPasted}
      />
      <p className={styles.row}>
        <button
          type="submit"
          className="button quiet"
          aria-disabled={busy || pasted.trim() === "" || undefined}
        >
          {texts.take}
        </button>
      </p>
      {problem ? (
        <p role="alert" className={styles.wrong}>
          {problem}
        </p>
      ) : null}
    </form>
  );
};
