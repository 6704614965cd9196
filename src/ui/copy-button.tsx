import { useState } from "react";

export interface CopyButtonProps {
  text: string;
  /** The button's label, and the status after copying has succeeded or failed. */
  texts: { copy: string; copied: string; notCopied: string };
}

/** A button that copies a text, and says whether it did. */
export const CopyButton = ({ text, texts }: CopyButtonProps) => {
  const [status, setStatus] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus(texts.copied);
    } catch {
      setStatus(texts.notCopied);
    }
  };
  return (
    <>
      <button type="button" className="button quiet" onClick={() => void copy()}>
        {texts.copy}
      </button>
      <span role="status">{status}</span>
    </>
  );
};
