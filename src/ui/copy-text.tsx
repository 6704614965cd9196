import { useId, useRef, useState } from "react";
import styles from "./copy-text.module.css";

export interface CopyTextProps {
  /** What the text is. */
  label: string;
  text: string;
  /** What the button says, and what is said once it has done its work, or could not. */
  words: { copy: string; copied: string; notCopied: string };
}

/** A long text to be taken along by copying it. */
export const CopyText = ({ label, text, words }: CopyTextProps) => {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [word, setWord] = useState("");

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setWord(words.copied);
    } catch {
      // Selected, so that it takes only the keys to copy it.
      area.current?.select();
      setWord(words.notCopied);
    }
  };

  return (
    <div className={styles.text}>
      <label htmlFor={id}>{label}</label>
      <textarea ref={area} id={id} dir="ltr" rows={4} readOnly value={text} />
      <p className={styles.row}>
        <button type="button" className="button quiet" onClick={() => void copy()}>
          {words.copy}
        </button>
        <span role="status">{word}</span>
      </p>
    </div>
  );
};
