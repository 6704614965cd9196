import { useRef, useState } from "react";
import type { Upload } from "../../contract/assignments.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Result } from "../../lib/result.ts";
import { Picture } from "../../ui/picture.tsx";
import { saveFile } from "../../ui/save-file.ts";
import type { FileFailure, PictureHandle } from "./assignments.ts";
import styles from "./uploads-list.module.css";

/** The image types that every browser shows. */
const SHOWN = /^image\/(jpeg|png|webp)$/;

export interface UploadedFileProps {
  file: Upload["files"][number];
  fetchFile: () => Promise<Result<Blob, FileFailure>>;
  usePhoto: (name: string) => PictureHandle;
}

/** An uploaded file: it can be downloaded, and a photo can be shown. */
export const UploadedFile = ({ file, fetchFile, usePhoto }: UploadedFileProps) => {
  const { name, size, type } = file;
  const text = useText();
  const sizeOf = useFileSize();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const [shown, setShown] = useState(false);
  // A stable function, so that a new render does not load the photo again.
  const use = useRef(usePhoto);

  const download = async () => {
    if (busy) return;
    setBusy(true);
    const answer = await fetchFile();
    setBusy(false);
    setFailed(!answer.ok);
    if (answer.ok) saveFile(answer.value, name);
  };

  return (
    <li>
      <p className={styles.file}>
        <bdi>{name}</bdi>{" "}
        <small>
          <bdi>{sizeOf(size)}</bdi>
        </small>
        <span>
          {SHOWN.test(type) ? (
            <button
              type="button"
              aria-label={text("assignments.show-name", { name })}
              aria-expanded={shown}
              onClick={() => setShown(!shown)}
            >
              {text("assignments.show")}
            </button>
          ) : null}
          <button
            type="button"
            aria-label={text("assignments.download-name", { name })}
            aria-disabled={busy || undefined}
            onClick={() => void download()}
          >
            {text("assignments.download")}
          </button>
        </span>
      </p>
      {failed ? <p role="alert">{text("assignment-failure.file")}</p> : null}
      {shown ? (
        <Picture
          name={name}
          use={use.current}
          alt={name}
          missing={text("assignment-failure.file")}
        />
      ) : null}
    </li>
  );
};
