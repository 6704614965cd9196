import { type ReactNode, useRef, useState } from "react";
import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { loadOrAlert } from "../../app-context/load-or-alert.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useSave } from "../../app-context/use-save.ts";
import type { Assignment, Upload } from "../../contract/assignments.ts";
import type { Id } from "../../contract/wire.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { Picture } from "../../ui/picture.tsx";
import styles from "./uploads-list.module.css";
import { useAssignments } from "./use-assignments.ts";

/** Whether this build has the code that shows PDFs. */
declare const HAS_PDF: boolean;

/** The image types that every browser shows. */
const SHOWN = /^image\/(jpeg|png|webp)$/;

const canOpen = (type = ""): boolean => SHOWN.test(type) || (HAS_PDF && type === "application/pdf");

const loadFileViewer = createChunk(
  () => import(/* webpackChunkName: "study" */ "./file-viewer.tsx"),
);
const FileViewer = lazyChunk(loadFileViewer);

type SentFile = Upload["files"][number];

interface UploadedFileProps {
  assignment: Assignment;
  uploadId: Id;
  file: SentFile;
  /** Counts the files of the hand-in from 0. */
  position: number;
}

/**
 * An uploaded file: it can be downloaded, and a photo can be shown. So can the copy that a tutor has
 * drawn on, which is shown at first. Photos and PDFs open over the whole page.
 */
export const UploadedFile = ({ assignment, uploadId, file, position }: UploadedFileProps) => {
  const { name, type, marked } = file;
  const app = useApp();
  const assignments = useAssignments();
  const text = useText();
  const hasPhoto = SHOWN.test(type);
  const hasMarkedPhoto = SHOWN.test(marked?.type ?? "");
  const hasPhotos = hasPhoto || hasMarkedPhoto;
  const [shown, setShown] = useState(hasMarkedPhoto);
  const [unmarked, setUnmarked] = useState(!hasMarkedPhoto);
  const [isLarge, setLarge] = useState(false);
  // Stable functions, so that a new render does not load the photo again.
  const photo = useRef(() => assignments.photo(assignment, uploadId, name));
  const markedPhoto = useRef(() => assignments.markedPhoto(assignment, uploadId, position));
  const fetchFile = () => assignments.file(assignment, uploadId, name);
  const fetchMarked = () => assignments.marked(assignment, uploadId, position);

  const enlarge = async () => {
    if (await loadOrAlert(loadFileViewer, app)) setLarge(true);
  };

  const preview = (of: string, use: (typeof photo)["current"]) => (
    <button
      type="button"
      className={styles.preview}
      hidden={unmarked !== (of === name)}
      aria-label={text("lesson.enlarge", { name: of })}
      onClick={() => void enlarge()}
    >
      <Picture name={of} use={use} alt={of} missing={text("assignment-failure.file")} />
    </button>
  );

  return (
    <li>
      <FileRow file={file} fetchFile={fetchFile}>
        {hasPhotos || canOpen(type) || canOpen(marked?.type) ? (
          <button
            type="button"
            aria-label={text("assignments.show-name", { name })}
            aria-expanded={hasPhotos ? shown : undefined}
            onClick={() => (hasPhotos ? setShown(!shown) : void enlarge())}
          >
            {text("assignments.show")}
          </button>
        ) : null}
      </FileRow>
      {marked ? (
        <FileRow file={marked} note={text("assignments.marked")} fetchFile={fetchMarked} />
      ) : null}
      {shown && hasPhoto && hasMarkedPhoto ? (
        <label className={styles.choice}>
          <input type="checkbox" checked={!unmarked} onChange={() => setUnmarked(!unmarked)} />
          {text("assignments.marked")}
        </label>
      ) : null}
      {shown && marked && hasMarkedPhoto ? preview(marked.name, markedPhoto.current) : null}
      {/* It is fetched when it is first to be seen. */}
      {shown && hasPhoto ? preview(name, photo.current) : null}
      {isLarge ? (
        <FileViewer
          name={name}
          own={canOpen(type) ? fetchFile : null}
          marked={canOpen(marked?.type) ? fetchMarked : null}
          isOwnFirst={unmarked && hasPhotos}
          pins={marked?.pins ?? []}
          onClose={() => setLarge(false)}
        />
      ) : null}
    </li>
  );
};

interface FileRowProps {
  file: Pick<SentFile, "name" | "size">;
  /** What kind of file it is. */
  note?: string;
  fetchFile: () => Promise<Result<Blob, CallFailure>>;
  /** Further buttons. */
  children?: ReactNode;
}

/** A file's name and size, with a button to download it. */
const FileRow = ({ file: { name, size }, note, fetchFile, children }: FileRowProps) => {
  const text = useText();
  const sizeOf = useFileSize();
  const { busy, failure, save } = useSave();

  return (
    <>
      <p className={styles.file}>
        {note}
        <bdi>{name}</bdi>{" "}
        <small>
          <bdi>{sizeOf(size)}</bdi>
        </small>
        <span>
          {children}
          <button
            type="button"
            aria-label={text("assignments.download-name", { name })}
            aria-disabled={busy || undefined}
            onClick={() => void save(fetchFile, name)}
          >
            {text("assignments.download")}
          </button>
        </span>
      </p>
      <FailureNotice failure={failure} messages={{ else: "assignment-failure.file" }} />
    </>
  );
};
