import { type DragEvent, useState } from "react";
import { useSnapshot } from "valtio";
import type { Id } from "../../contract/wire.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { FileButton } from "../../ui/file-button.tsx";
import { Tape } from "../../ui/tape.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import styles from "./import.module.css";
import { importFailureMessages } from "./import-messages.ts";
import { usePeopleImport } from "./use-people-import.ts";

export interface ChooseTableProps {
  onBrought: (check: Id) => void;
}

/** Chooses, drops or pastes a table. */
export const ChooseTable = ({ onBrought }: ChooseTableProps) => {
  const peopleImport = usePeopleImport();
  const text = useText();
  const size = useFileSize();
  const { sending, failure, pasted } = useSnapshot(peopleImport.state, { sync: true });
  const [isOver, setOver] = useState(false);

  const bring = async (file: File | undefined): Promise<void> => {
    const check = file && (await peopleImport.bring(file));
    if (!check) return;
    peopleImport.state.pasted = "";
    onBrought(check);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void bring(event.dataTransfer.files[0]);
  };

  return (
    <section
      className={`sheet ${styles.choose}`}
      aria-labelledby="import-file"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 id="import-file">{text("staff-import.file")}</h2>
      <div>
        <FileButton
          label={text("staff-import.choose")}
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          disabled={sending !== null}
          describedBy="import-formats"
          onFiles={([file]) => void bring(file)}
        />
      </div>
      <p id="import-formats">{text("staff-import.drop")}</p>
      {sending ? (
        <Tape
          value={sending.sent}
          max={sending.total || 1}
          label={text("staff-import.sending")}
          text={size(sending.sent)}
        />
      ) : null}
      <TextArea
        label={text("staff-import.paste")}
        value={pasted}
        rows={5}
        onChange={(value) => {
          peopleImport.state.pasted = value;
        }}
      />
      <div>
        <button
          type="button"
          className="button quiet"
          aria-disabled={sending !== null || pasted.trim() === "" || undefined}
          onClick={() => {
            if (pasted.trim() !== "") void bring(new File([pasted], "pasted.csv"));
          }}
        >
          {text("staff-import.check-pasted")}
        </button>
      </div>
      {failure ? <p role="alert">{text(importFailureMessages[failure])}</p> : null}
    </section>
  );
};
