import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { FileButton } from "../../ui/file-button.tsx";
import styles from "./content.module.css";
import { type Dropped, readChosen, readDropped } from "./dropped-files.ts";

export interface DropZoneProps {
  disabled: boolean;
  onDropped: (dropped: Dropped) => void;
}

/** Takes a folder or a zip by drag and drop, or by the dialogs of the system. */
export const DropZone = ({ disabled, onDropped }: DropZoneProps) => {
  const text = useText();
  const hint = useId();
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  // React has no such attribute.
  useEffect(() => folder.current?.setAttribute("webkitdirectory", ""), []);

  const over = (event: DragEvent) => {
    if (disabled || !event.dataTransfer.types.includes("Files")) return;
    // Otherwise the browser opens the file.
    event.preventDefault();
    setIsOver(true);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the buttons within
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        if (disabled) return;
        event.preventDefault();
        void readDropped(event.dataTransfer).then(onDropped);
      }}
    >
      <p>{text("staff-content.drop")}</p>
      <p className={styles.buttons}>
        <FileButton
          quiet
          multiple
          label={text("staff-content.choose-folder")}
          accept=""
          disabled={disabled}
          describedBy={hint}
          inputRef={folder}
          onFiles={(files) => onDropped(readChosen(files))}
        />
        <FileButton
          quiet
          label={text("staff-content.choose-zip")}
          accept=".zip,application/zip"
          disabled={disabled}
          describedBy={hint}
          onFiles={(files) => onDropped(readChosen(files))}
        />
      </p>
      <small id={hint}>{text("staff-content.drop-hint")}</small>
    </div>
  );
};
