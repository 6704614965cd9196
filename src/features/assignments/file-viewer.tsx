import { useEffect, useRef, useState } from "react";
import { ZoomDialog } from "../../app-context/zoom-dialog.tsx";
import type { Pin } from "../../contract/assignments.ts";
import { ATTACHMENT_TYPES, attachmentKind } from "../../domain/attachment.ts";
import { useText } from "../../i18n/use-text.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import {
  type OpenedDocument,
  openDocument,
  useDocument,
  usePageSize,
} from "../../ui/open-document.ts";
import { PageImage } from "../../ui/page-image.tsx";
import styles from "./file-viewer.module.css";

type FetchFile = () => Promise<Result<Blob, CallFailure>>;

export interface FileViewerProps {
  name: string;
  /** Fetches the file as it was sent. */
  own: FetchFile | null;
  /** Fetches the copy that a tutor has drawn on, which is shown at first. */
  marked: FetchFile | null;
  /** Whether the file as it was sent is shown at first. */
  isOwnFirst?: boolean;
  /** They are shown with the marked copy; without one, with the file as it was sent. */
  pins?: readonly Pin[];
  onClose: () => void;
  /** How a file is opened; photos and PDFs as the browser shows them. */
  open?: typeof openDocument;
}

/** Files arrive without a media type, so it is detected from their bytes. */
const opener =
  (fetchFile: FetchFile | null, open: typeof openDocument) => async (): Promise<OpenedDocument> => {
    const answer = await fetchFile?.();
    if (!answer?.ok) return Result.fail({ kind: "not-loaded" });
    const kind = attachmentKind(new Uint8Array(await answer.value.slice(0, 16).arrayBuffer()));
    return open(answer.value, kind ? ATTACHMENT_TYPES[kind] : "");
  };

/** One version of a file: as it was sent, or marked. It is fetched once it is first wanted. */
const useVersion = (open: () => Promise<OpenedDocument>, isWanted: boolean, page: number) => {
  const isAsked = useRef(false);
  isAsked.current ||= isWanted;
  const opened = useDocument(isAsked.current ? open : null);
  const document = opened?.ok ? opened.value : null;
  const size = usePageSize(document, page, 0);
  const [isBroken, setBroken] = useState(false);
  const failure = opened && !opened.ok ? opened.failure.kind : null;
  return {
    document,
    size: size || null,
    failure: isBroken || size === false ? ("damaged" as const) : failure,
    onFail: () => setBroken(true),
  };
};

/**
 * A file of a hand-in over the whole page. A switch between the person's own file and the marked copy keeps
 * place and zoom. A PDF is shown page by page.
 */
const FileViewer = ({ name, pins = [], onClose, ...props }: FileViewerProps) => {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isMarked, setIsMarked] = useState(props.marked !== null && !props.isOwnFirst);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<number | null>(null);
  const [open] = useState(() => ({
    own: opener(props.own, props.open ?? openDocument),
    marked: opener(props.marked, props.open ?? openDocument),
  }));
  const own = useVersion(open.own, !isMarked, page);
  const marked = useVersion(open.marked, isMarked, page);
  const [wanted, other] = isMarked ? [marked, own] : [own, marked];
  // The other version stays until this one is there.
  const shown = wanted.document || wanted.failure ? wanted : other;
  // That of the page before, until that of this one is known.
  const size = useRef({ width: 0, height: 0 });
  size.current = shown.size ?? size.current;
  const pages = wanted.document?.pages ?? other.document?.pages ?? 1;
  const hasBoth = props.own !== null && props.marked !== null;
  const formName = (isCopy: boolean) =>
    text(isCopy ? "assignments.form-marked" : "assignments.form-own");

  const goTo = (next: number) => {
    if (next < 1 || next > pages) return false;
    setPage(next);
    setChosen(null);
    return true;
  };

  // A file that was replaced meanwhile may have fewer pages.
  useEffect(() => setPage((present) => Math.min(present, pages)), [pages]);

  const status = () => {
    if (wanted.failure) {
      return text(
        wanted.failure === "not-loaded" ? "assignment-failure.file" : "assignments.not-shown",
      );
    }
    if (!wanted.document) return text("assignments.opening");
    const pin = chosen === null ? undefined : pins[chosen];
    return pin ? `${(chosen ?? 0) + 1}. ${pin.text}` : null;
  };

  const step = (to: number, of: "lesson.previous-page" | "lesson.next-page", sign: string) => (
    <button
      type="button"
      aria-label={text(of)}
      aria-disabled={to < 1 || to > pages || undefined}
      onClick={() => goTo(to)}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );

  const form = (value: boolean) => (
    <button type="button" aria-pressed={isMarked === value} onClick={() => setIsMarked(value)}>
      {formName(value)}
    </button>
  );

  return (
    <ZoomDialog
      dialog={dialog}
      name={name}
      caption={<bdi>{name}</bdi>}
      natural={size.current}
      page={page}
      onKey={(key) =>
        (key === "PageDown" && goTo(page + 1)) || (key === "PageUp" && goTo(page - 1))
      }
      onClose={onClose}
      controls={
        <div className={styles.controls}>
          <p role="status" dir="auto">
            {status()}
          </p>
          {hasBoth ? (
            <div className={styles.forms}>
              {form(false)}
              {form(true)}
            </div>
          ) : null}
          {pages > 1 ? (
            <div className={styles.pages}>
              {step(page - 1, "lesson.previous-page", "‹")}
              <span>{text("lesson.page-of", { page, pages })}</span>
              {step(page + 1, "lesson.next-page", "›")}
            </div>
          ) : null}
        </div>
      }
    >
      {({ width, height }) => (
        <>
          {Object.entries({ own, marked }).map(([key, { document, onFail }]) =>
            document ? (
              <div key={key} hidden={document !== shown.document}>
                <PageImage
                  {...{ document, page, height, onFail }}
                  turn={0}
                  // What is hidden is not painted.
                  width={document === shown.document ? width : 0}
                  label={hasBoth ? `${name} (${formName(key === "marked")})` : name}
                />
              </div>
            ) : null,
          )}
          {pins.map((pin, index) =>
            pin.page === page && shown.document && (isMarked || !props.marked) ? (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: a pin is identified by its number
                key={index}
                type="button"
                className={styles.pin}
                aria-label={`${index + 1}. ${pin.text}`}
                aria-pressed={chosen === index}
                style={{ left: `${100 * pin.x}%`, top: `${100 * pin.y}%` }}
                onClick={() => setChosen(chosen === index ? null : index)}
              >
                {index + 1}
              </button>
            ) : null,
          )}
        </>
      )}
    </ZoomDialog>
  );
};

export default FileViewer;
