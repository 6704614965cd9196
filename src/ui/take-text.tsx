import { type ChangeEvent, type DragEvent, type FormEvent, useId, useRef, useState } from "react";
import styles from "./take-text.module.css";
import { TextArea } from "./text-area.tsx";

export interface TakeTextWords {
  /** Of the button that opens the system's dialog. */
  choose: string;
  /** Says that a file may be dropped there. */
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

/** Takes a short text in: out of a file that is chosen or dropped, or pasted. */
export const TakeText = ({ words, maxBytes, busy, error, onText }: TakeTextProps) => {
  const hint = useId();
  const [pasted, setPasted] = useState("");
  const [wrong, setWrong] = useState("");
  const [over, setOver] = useState(false);
  const depth = useRef(0);

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

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    const { files } = event.dataTransfer;
    const text = event.dataTransfer.getData("text/plain");
    if (files.length > 0) void read(files[0]);
    else if (text) take(text.slice(0, maxBytes));
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (pasted.trim() !== "") take(pasted);
  };

  /** Goes in and out with every element that is passed over. */
  const enter = (change: 1 | -1) => {
    depth.current = Math.max(0, depth.current + change);
    setOver(depth.current > 0);
  };

  const said = wrong || error;
  return (
    <form noValidate onSubmit={onSubmit}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button in it does the same */}
      <div
        className={styles.drop}
        data-over={over || undefined}
        onDragEnter={() => enter(1)}
        onDragLeave={() => enter(-1)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
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
