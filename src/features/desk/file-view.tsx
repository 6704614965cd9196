import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { Upload } from "../../contract/assignments.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { saveFile } from "../../ui/save-file.ts";
import styles from "./files-view.module.css";
import type { FetchedBytes, FileFailure } from "./work-files.ts";

const FAILURES = {
  "not-found": "desk-failure.file-not-found",
  "not-fetched": "desk-failure.file",
} as const satisfies Record<FileFailure["kind"], MessageId>;

export interface FileViewProps {
  file: Pick<Upload["files"][number], "name"> & { readonly size?: number };
  /** Called once, and again after a failure: another file needs another `key`. */
  fetch: () => FetchedBytes;
  /** Shows the file. */
  children: (bytes: Blob) => ReactNode;
}

/** A file that is fetched, shown, and can be stored. */
export const FileView = ({ file: { name, size }, fetch, children }: FileViewProps) => {
  const text = useText();
  const sizeOf = useFileSize();
  const [bytes, setBytes] = useState<Blob>();
  const [failure, setFailure] = useState<FileFailure | null>(null);
  const [ask] = useState(() => fetch);

  const load = useCallback(async () => {
    setFailure(null);
    const answer = await ask();
    if (answer.ok) setBytes(answer.value);
    else setFailure(answer.failure);
  }, [ask]);

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
      {bytes ? children(bytes) : null}
      {bytes ? (
        <p className={styles.about}>
          <bdi>{name}</bdi>{" "}
          <small>
            <bdi>{sizeOf(size ?? bytes.size)}</bdi>
          </small>
          <button type="button" className="button quiet" onClick={() => saveFile(bytes, name)}>
            {text("assignments.download")}
          </button>
        </p>
      ) : null}
    </>
  );
};
