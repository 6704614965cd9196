import { useId, useState } from "react";
import { FailureNotice } from "../../../../app-context/failure-notice.tsx";
import { useApp } from "../../../../app-context/use-app.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { FileButton } from "../../../../ui/file-button.tsx";
import { PICTURES, type PictureFailure, pictureMessages, sendPicture } from "../send-picture.ts";
import { ShownFile } from "../shown-file.tsx";
import { type InsertDialogProps, InsertForm, PictureWords } from "./insert-form.tsx";
import styles from "./inserts.module.css";
import { shownPicture, writtenPicture } from "./written-markdown.ts";

interface PictureDialogProps extends Omit<InsertDialogProps, "words"> {
  /** The picture that is there, whose words are written; absent: a new one is sent. */
  present?: { readonly name: string; readonly alternative: string; readonly caption: string };
}

/** A picture with its caption, and with words for those who cannot see it. */
export const PictureDialog = (props: PictureDialogProps) => {
  const { product, language, present, onInsert, onClose } = props;
  const text = useText();
  const id = useId();
  const { send } = useApp().transport;
  const [file, setFile] = useState<File | null>(null);
  const [words, setWords] = useState({
    alternative: present?.alternative ?? "",
    caption: present?.caption ?? "",
  });
  const { alternative, caption } = words;
  const [failure, setFailure] = useState<PictureFailure | null>(null);
  const [isSending, setIsSending] = useState(false);
  const shown = present ? shownPicture(present.name) : file?.name;
  const insert = async () => {
    if (present) {
      onInsert(writtenPicture(present.name, alternative, caption));
      return;
    }
    if (!file) return;
    setFailure(null);
    setIsSending(true);
    const sent = await sendPicture(send, product, file);
    setIsSending(false);
    if (sent.ok) onInsert(writtenPicture(sent.value, alternative, caption));
    else setFailure(sent.failure);
  };
  return (
    <InsertForm
      title={text(present ? "staff-text.picture-words" : "staff-text.insert-picture")}
      act={present ? text("staff-text.apply") : undefined}
      focus={present ? "alternative" : undefined}
      isReady={(present !== undefined || file !== null) && alternative.trim() !== "" && !isSending}
      onSubmit={() => void insert()}
      onClose={onClose}
    >
      {present ? null : (
        <p className={styles.acts}>
          <FileButton
            quiet
            label={text("staff-text.choose-picture")}
            accept={PICTURES}
            disabled={isSending}
            describedBy={`${id}h`}
            onFiles={([first]) => setFile(first ?? null)}
          />
          <small id={`${id}h`}>{file ? file.name : text("staff-text.picture-limits")}</small>
        </p>
      )}
      <ShownFile product={product} name={shown ?? ""} file={file} />
      <PictureWords language={language} words={words} onWrite={setWords} />
      <p role="status">{isSending ? text("staff-editor.picture-sending") : ""}</p>
      <FailureNotice failure={failure} messages={pictureMessages} />
    </InsertForm>
  );
};
