import { type ReactNode, useId, useState } from "react";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import type { SourceFolder } from "../../../contract/staff-editor.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import styles from "./file-field.module.css";
import { type PictureFailure, pictureMessages, sendPicture } from "./send-picture.ts";

interface FileFieldProps {
  label: string;
  /** Empty for a folder of the school. */
  product: string;
  folder: SourceFolder;
  accept: string;
  /** The name of the file; empty: there is none. */
  value: string;
  /** What a file has to be. */
  note?: string;
  errors?: readonly string[];
  onValue: (name: string) => void;
  children: ReactNode;
}

/** A file beside a text, such as its picture: sent, shown and taken away. */
export const FileField = (props: FileFieldProps) => {
  const { label, product, folder, accept, value, note, errors = [], onValue, children } = props;
  const text = useText();
  const id = useId();
  const { send } = useApp().transport;
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<PictureFailure | null>(null);
  const choose = async ([file]: readonly File[]) => {
    if (!file) return;
    setFailure(null);
    setIsSending(true);
    const sent = await sendPicture(send, product, file, folder);
    setIsSending(false);
    if (sent.ok) onValue(sent.value);
    else setFailure(sent.failure);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside the picture
    <div className={styles.file} role="group" aria-labelledby={`${id}l`}>
      <b id={`${id}l`}>{label}</b>
      {value ? (
        <span className={styles.shown}>
          {children}
          <small dir="auto">{value}</small>
        </span>
      ) : null}
      <span className={styles.acts}>
        <FileButton
          quiet
          label={text(value ? "staff-editor.file-other" : "staff-editor.file-choose")}
          accept={accept}
          disabled={isSending}
          describedBy={note ? `${id}l ${id}n` : `${id}l`}
          onFiles={(files) => void choose(files)}
        />
        {value ? (
          <Button quiet onClick={() => onValue("")}>
            {text("staff-editor.remove")}
          </Button>
        ) : null}
      </span>
      {note ? <small id={`${id}n`}>{note}</small> : null}
      <span role="status">{isSending ? text("staff-editor.picture-sending") : ""}</span>
      {errors.map((message) => (
        <small key={message} className={styles.error}>
          {message}
        </small>
      ))}
      <FailureNotice failure={failure} messages={pictureMessages} />
    </div>
  );
};
