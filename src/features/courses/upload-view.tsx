import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { MAX_SOURCE_FILE_BYTES, MAX_SOURCE_PICTURE_BYTES } from "../../domain/source-path.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Tape } from "../../ui/tape.tsx";
import styles from "./content.module.css";
import { MAX_SHOWN, More, PathList } from "./content-words.tsx";
import {
  type Dropped,
  type Refusal,
  type RefusedFile,
  readChosen,
  readDropped,
} from "./dropped-files.ts";
import type { Upload } from "./upload.ts";

interface DropZoneProps {
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

const MEGABYTE = 1024 * 1024;

const RefusalView = ({ refusal }: { refusal: Refusal }) => {
  const text = useText();
  if (refusal.kind !== "files") {
    return (
      <div role="alert">
        <p>
          {text(
            refusal.kind === "no-school" ? "staff-content.no-school" : "staff-content.too-many",
          )}
        </p>
        <PathList paths={refusal.kind === "no-school" ? refusal.paths : []} />
      </div>
    );
  }
  const { files } = refusal;
  const why = ({ why: reason }: RefusedFile) => {
    const bytes = reason === "picture-too-large" ? MAX_SOURCE_PICTURE_BYTES : MAX_SOURCE_FILE_BYTES;
    return text(`staff-content.refused-${reason}`, { megabytes: bytes / MEGABYTE });
  };
  return (
    <div role="alert">
      <p>{text("staff-content.refused")}</p>
      <ul>
        {files.slice(0, MAX_SHOWN).map((file) => (
          <li key={file.path}>
            <bdi className={styles.path}>{file.path}</bdi>: {why(file)}
          </li>
        ))}
      </ul>
      <More count={files.length - MAX_SHOWN} />
    </div>
  );
};

/** The messages for refusals of the school, by their codes. */
export const REFUSED: Readonly<Record<string, MessageId>> = {
  "content/conflict": "staff-content.conflict",
  "content/draft_differs": "staff-content.not-unpacked",
  "content/problems": "staff-content.has-problems",
  "content/damaged_zip": "staff-content.damaged-zip",
  "content/encrypted_zip": "staff-content.encrypted-zip",
  "content/unknown_compression": "staff-content.unknown-compression",
  "content/unsafe_zip": "staff-content.unsafe-zip",
  "content/unsafe_names": "staff-content.unsafe-zip",
  "content/twins": "staff-content.twins",
  "content/no_school": "staff-content.no-school",
  "content/too_large": "staff-content.too-large",
  "content/picture_too_large": "staff-content.too-large",
  "content/too_many_files": "staff-content.too-many",
  "content/account_mails": "staff-content.account-mails",
  "content/missing_files": "staff-content.cut",
  "session/not_allowed": "staff.not-allowed",
  "server/storage_full": "staff-content.no-room",
};

/** Asks what becomes of changes of the draft that are not in what was sent. */
const DifferingView = ({ upload, draft }: UploadViewProps) => {
  const text = useText();
  const { differing } = useSnapshot(upload.state);
  const decide = (changes: "merge" | "replace") => () =>
    void upload.decide({ replaces: draft, changes });
  return (
    <div className={styles.work} role="alert">
      <p>{text("staff-content.differs", { count: differing.length })}</p>
      <ul>
        {differing.map((path) => (
          <li key={path}>
            <bdi className={styles.path}>{path}</bdi>
          </li>
        ))}
      </ul>
      <p className={styles.buttons}>
        <Button onClick={decide("merge")}>{text("staff-content.merge")}</Button>
        <Button quiet onClick={decide("replace")}>
          {text("staff-content.replace")}
        </Button>
        <Button quiet onClick={() => upload.stop()}>
          {text("staff-content.give-up")}
        </Button>
      </p>
    </div>
  );
};

interface UploadViewProps {
  upload: Upload;
  /** The version of the draft that the person sees; null: there is none. */
  draft: string | null;
}

/** How far the sending of a folder or zip is, and what to do where it has stopped. */
export const UploadView = ({ upload, draft }: UploadViewProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const { phase, done, total, refusal, code } = useSnapshot(upload.state);
  const megabytes = (bytes: number) =>
    formatNumber(bytes / MEGABYTE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const so =
    phase === "reading"
      ? text("staff-content.reading", { done, total })
      : text("staff-content.sending", { done: megabytes(done), total: megabytes(total) });

  if (phase === "differs") return <DifferingView upload={upload} draft={draft} />;
  if (refusal) return <RefusalView refusal={refusal as Refusal} />;
  if (phase === "idle") return null;
  if (phase === "reading" || phase === "sending") {
    return (
      <div className={styles.work}>
        <Tape value={done} max={total || 1} label={text("staff-content.sending-name")} text={so} />
        <p className={styles.stage}>
          <span>{so}</span>
          <Button quiet onClick={() => upload.stop()}>
            {text("staff.job-stop")}
          </Button>
        </p>
      </div>
    );
  }
  const goOn = phase === "conflict" ? "staff-content.replace" : "staff-content.go-on";
  const message = {
    cut: "staff-content.cut",
    unreadable: "staff-content.unreadable",
    conflict: "staff-content.conflict",
    refused: REFUSED[code] ?? "staff-content.not-taken",
  } as const;
  return (
    <div className={styles.work}>
      <p role="alert">{text(message[phase])}</p>
      <p className={styles.buttons}>
        {phase === "refused" || phase === "unreadable" ? null : (
          <Button onClick={() => void upload.goOn(draft)}>{text(goOn)}</Button>
        )}
        <Button quiet onClick={() => upload.stop()}>
          {text("staff-content.give-up")}
        </Button>
      </p>
    </div>
  );
};
