import { useId, useRef } from "react";
import { CopyRow, type CopyRowProps } from "./copy-row.tsx";
import styles from "./copy-text.module.css";

interface CopyTextProps extends Pick<CopyRowProps, "text" | "texts"> {
  label: string;
}

/** A read-only text with a button that copies it. */
export const CopyText = ({ label, text, texts }: CopyTextProps) => {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={styles.text}>
      <label htmlFor={id}>{label}</label>
      <textarea ref={area} id={id} dir="ltr" rows={4} readOnly value={text} />
      {/* What is selected can be copied with the keyboard. */}
      <CopyRow text={text} texts={texts} onFailed={() => area.current?.select()} />
    </div>
  );
};
