import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from "react";
import styles from "./take-text.module.css";
import { TextArea } from "./text-area.tsx";

export interface TakeTextWords {
  /** Of the button that opens the system's dialog. */
  choose: string;
  /** Says that a file may be dropped on the page. */
  drop: string;
  /** The label of the field to paste into. */
  paste: string;
  /** Of the button beside it. */
  take: string;
  tooBig: string;
  unreadable: string;
}

export interface TakeTextProps {
  words: TakeTextWords;
  /** The longest file or text that is read. */
  maxBytes: number;
  busy: boolean;
  /** Why what was given was not taken. */
  error?: string | undefined;
  onText: (text: string) => void;
}

/**
 * Takes a short text in: out of a file that is chosen, dropped anywhere on the page, or pasted. Beside
 * a place for it a browser would leave the page for the file that was dropped.
 */
export const TakeText = ({ words, maxBytes, busy, error, onText }: TakeTextProps) => {
  const hint = useId();
  const [pasted, setPasted] = useState("");
  const [wrong, setWrong] = useState("");
  const [over, setOver] = useState(false);
  const onDropped = useRef<(dropped: DataTransfer) => void>(() => undefined);

  const take = (text: string) => {
    if (busy) return;
    setWrong("");
    onText(text);
  };

  const read = async (file: File | undefined) => {
    if (!file || busy) return;
    if (file.size > maxBytes) return setWrong(words.tooBig);
    const text = await file.text().catch(() => null);
    if (text === null) setWrong(words.unreadable);
    else take(text);
  };

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // The same file may be chosen again once it has been copied anew.
    event.currentTarget.value = "";
    void read(file);
  };

  onDropped.current = ({ files }) => void read(files[0]);

  useEffect(() => {
    const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
    const onDragOver = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Between two elements it leaves one for the other, and out of the page for none.
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
    if (pasted.trim() !== "") take(pasted);
  };

  const said = wrong || error;
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className={styles.drop} data-over={over || undefined}>
        <label className={`button ${styles.choose}`} aria-disabled={busy || undefined}>
          <span>{words.choose}</span>
          <input
            type="file"
            accept=".txt,text/plain"
            disabled={busy}
            aria-describedby={hint}
            onChange={onChange}
          />
        </label>
        <small id={hint}>{words.drop}</small>
      </div>
      <TextArea
        label={words.paste}
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
          {words.take}
        </button>
      </p>
      {said ? (
        <p role="alert" className={styles.wrong}>
          {said}
        </p>
      ) : null}
    </form>
  );
};
