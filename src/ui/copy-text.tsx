import { useId, useRef, useState } from "react";
import styles from "./copy-text.module.css";

export interface CopyTextProps {
  /** The label of the text. */
  label: string;
  text: string;
  /** The button's label, and the status after copying has succeeded or failed. */
  texts: { copy: string; copied: string; notCopied: string };
}

/** A read-only text with a button that copies it. */
export const CopyText = ({ label, text, texts }: CopyTextProps) => {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [status, setStatus] = useState("");

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus(texts.copied);
    } catch {
      // Selects the text, so that the person can copy it with the keyboard.
      area.current?.select();
      setStatus(texts.notCopied);
    }
  };

  return (
    <div className={styles.text}>
      <label htmlFor={id}>{label}</label>
      <textarea ref={area} id={id} dir="ltr" rows={4} readOnly value={text} />
      <p className={styles.row}>
        <button type="button" className="button quiet" onClick={() => void copy()}>
          {texts.copy}
        </button>
        <span role="status">{status}</span>
      </p>
    </div>
  );
};
