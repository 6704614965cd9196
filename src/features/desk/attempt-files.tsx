import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import type { FailureTable } from "../../core/match-failure.ts";
import { isDraftName } from "../../domain/attachment.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { saveFile } from "../../ui/save-file.ts";
import { Marking } from "../desk-marking/public.ts";
import { DraftFileView } from "../draft-check/public.ts";
import styles from "./attempt-files.module.css";
import type { FetchedBytes } from "./work-files.ts";

const FAILURES = {
  404: "desk-failure.file-not-found",
  else: "desk-failure.file",
} as const satisfies FailureTable;

interface AttemptFilesProps<File> {
  files: readonly File[];
  /** Whether a file has been marked. */
  isDrawn: (at: number) => boolean;
  /** Shows a file and its position. */
  children: (file: File, at: number) => ReactNode;
}

/** The files of a hand-in, one at a time; several of them are tabs. */
export const AttemptFiles = <File extends { readonly name: string }>({
  files,
  isDrawn,
  children,
}: AttemptFilesProps<File>) => {
  const text = useText();
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const file = files[chosen];
  if (!file) return <p>{text("desk.no-files")}</p>;
  if (files.length === 1) return <div className={styles.files}>{children(file, chosen)}</div>;

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const isReversed = getComputedStyle(event.currentTarget).direction === "rtl";
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (chosen + (isReversed ? -step : step) + files.length) % files.length;
    setChosen(at);
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
  };

  return (
    <div className={styles.files}>
      <div
        ref={tabs}
        role="tablist"
        aria-label={text("desk.files-list")}
        className={styles.tabs}
        onKeyDown={move}
      >
        {files.map(({ name }, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the files of a hand-in never change
            key={at}
            type="button"
            role="tab"
            id={`${id}${at}`}
            aria-controls={`${id}panel`}
            aria-selected={at === chosen}
            tabIndex={at === chosen ? 0 : -1}
            onClick={() => setChosen(at)}
          >
            <bdi>{name}</bdi>
            {isDrawn(at) ? <span className={styles.drawn}>{text("desk.drawn")}</span> : null}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${chosen}`}>
        {children(file, chosen)}
      </div>
    </div>
  );
};

interface AttemptFileProps extends Omit<ComponentProps<typeof Marking>, "file" | "name" | "type"> {
  file: { readonly name: string; readonly type: string; readonly size?: number };
  /** Called once, and again after a failure: another file needs another `key`. */
  fetch: () => FetchedBytes;
  /** Another one begins the drawing anew. */
  drawing?: number;
}

/**
 * A file that is fetched, shown, and can be stored: a draft with its check, or a photo or PDF with what is
 * drawn on it.
 */
export const AttemptFile = ({ file, fetch, drawing, ...marking }: AttemptFileProps) => {
  const { name, type, size } = file;
  const text = useText();
  const sizeOf = useFileSize();
  const [bytes, setBytes] = useState<Blob>();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [ask] = useState(() => fetch);

  const load = useCallback(async () => {
    setFailure(null);
    const answer = await ask();
    if (answer.ok) setBytes(answer.value);
    else setFailure(answer.failure);
  }, [ask]);

  useEffect(() => void load(), [load]);

  if (failure) {
    return <FailureNotice failure={failure} messages={FAILURES} onRetry={() => void load()} />;
  }
  if (!bytes) return <p role="status">{text("desk.file-loading")}</p>;
  return (
    <>
      {isDraftName(name) ? (
        <DraftFileView file={bytes} />
      ) : (
        <Marking key={drawing} file={bytes} type={type} name={name} {...marking} />
      )}
      <p className={styles.about}>
        <bdi>{name}</bdi>{" "}
        <small>
          <bdi>{sizeOf(size ?? bytes.size)}</bdi>
        </small>
        <button type="button" className="button quiet" onClick={() => saveFile(bytes, name)}>
          {text("assignments.download")}
        </button>
      </p>
    </>
  );
};
