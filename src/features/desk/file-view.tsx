import { useCallback, useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import type { Upload } from "../../contract/assignments.ts";
import { isDraftName } from "../../domain/attachment.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Marking } from "../desk-marking/public.ts";
import { DraftFileView } from "../draft-check/public.ts";
import styles from "./files-view.module.css";
import type { FileFailure, Work } from "./work.ts";

const FAILURES = {
  "not-found": "desk-failure.file-not-found",
  "not-fetched": "desk-failure.file",
} as const satisfies Record<FileFailure["kind"], MessageId>;

export interface FileViewProps {
  work: Work;
  position: number;
  file: Upload["files"][number];
}

/** One file of a hand-in. */
export const FileView = ({ work, position, file }: FileViewProps) => {
  const text = useText();
  const sizeOf = useFileSize();
  const { name, type, size } = file;
  const { filled } = useSnapshot(work.state);
  const [bytes, setBytes] = useState<Blob>();
  const [failure, setFailure] = useState<FileFailure | null>(null);

  const load = useCallback(async () => {
    setFailure(null);
    const answer = await work.file(position);
    if (answer.ok) setBytes(answer.value);
    else setFailure(answer.failure);
  }, [work, position]);

  useEffect(() => void load(), [load]);

  return (
    <>
      {failure ? (
        <LoadError
          message={text(FAILURES[failure.kind])}
          retry={text("screen.retry")}
          onRetry={() => void load()}
        />
      ) : null}
      {bytes || failure ? null : <p role="status">{text("desk.file-loading")}</p>}
      {bytes && isDraftName(name) ? <DraftFileView file={bytes} /> : null}
      {bytes && !isDraftName(name) ? (
        <Marking
          key={filled}
          file={bytes}
          type={type}
          name={name}
          pages={work.pages(position)}
          onChange={(pages) => work.setPages(position, pages)}
        />
      ) : null}
      {bytes ? (
        <p className={styles.about}>
          <bdi>{name}</bdi>{" "}
          <small>
            <bdi>{sizeOf(size)}</bdi>
          </small>
          <button type="button" className="button quiet" onClick={() => saveFile(bytes, name)}>
            {text("assignments.download")}
          </button>
        </p>
      ) : null}
    </>
  );
};
