import { type ReactNode, useState } from "react";
import styles from "./copy-row.module.css";

export interface CopyRowProps {
  text: string;
  /** The button's label, and the status after copying has succeeded or failed. */
  texts: { copy: string; copied: string; notCopied: string };
  /** Other buttons, before the one that copies. */
  children?: ReactNode;
  /** Called where the browser does not copy. */
  onFailed?: () => void;
}

/** A row with a button that copies a text, and says whether it did. It is not printed. */
export const CopyRow = ({ text, texts, children, onFailed }: CopyRowProps) => {
  const [status, setStatus] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus(texts.copied);
    } catch {
      setStatus(texts.notCopied);
      onFailed?.();
    }
  };
  return (
    <p className={styles.row}>
      {children}
      <button type="button" className="button quiet" onClick={() => void copy()}>
        {texts.copy}
      </button>
      <span role="status">{status}</span>
    </p>
  );
};
