import { useRef, useState } from "react";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./downloads.module.css";

/** Null while it is loading, empty if there is none. */
export const SerialNumber = ({ serialNumber }: { serialNumber: string | null }) => {
  const text = useText();
  const number = useRef<HTMLElement>(null);
  const [word, setWord] = useState<MessageId | null>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(serialNumber ?? "");
      setWord("downloads.copied");
    } catch {
      // Selects the text, so that the person can copy it with the keyboard.
      if (number.current) getSelection()?.selectAllChildren(number.current);
      setWord("downloads.not-copied");
    }
  };

  return (
    <section className="sheet" aria-labelledby="serial">
      <h2 id="serial">{text("downloads.serial")}</h2>
      {serialNumber === null ? <p role="status">{text("reference.loading")}</p> : null}
      {serialNumber === "" ? <p role="status">{text("downloads.no-serial")}</p> : null}
      {serialNumber ? (
        <>
          <p>{text("downloads.serial-help")}</p>
          <p className={styles.serial}>
            <code ref={number} dir="ltr">
              {serialNumber}
            </code>
            <button type="button" className="button quiet" onClick={() => void copy()}>
              {text("downloads.copy")}
            </button>
          </p>
          <p role="status" className={styles.word}>
            {word ? text(word) : ""}
          </p>
        </>
      ) : null}
    </section>
  );
};
