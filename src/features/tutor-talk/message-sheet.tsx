import { useEffect, useId, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import type { Message } from "../../contract/messages.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./conversation.module.css";
import type { ReceivedFile } from "./messages.ts";
import { useTutorTalk } from "./use-tutor-talk.ts";

/** The school's addresses of files are valid for an hour. */
const RENEW_MS = 50 * 60_000;
const SHEET = "M6 3h8l4 4v14H6zM14 3v4h4";

interface MessageSheetProps {
  message: Message;
  isOwn: boolean;
  openAtFirst: boolean;
}

/** One message. Its text and files are shown while it is open. */
export const MessageSheet = ({ message, isOwn, openAtFirst }: MessageSheetProps) => {
  const { messages } = useTutorTalk();
  const text = useText();
  const { formatDate } = useIntl();
  const id = useId();
  const [open, setOpen] = useState(openAtFirst);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time the message is opened
  useEffect(() => {
    if (!open) return;
    void messages.open(message);
    const timer = setInterval(() => void messages.renew(message), RENEW_MS);
    return () => {
      clearInterval(timer);
      messages.close(message.id);
    };
  }, [open, message.id]);

  return (
    <li className={styles.message} data-own={isOwn || undefined}>
      <h3 className={styles.head}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <strong>{isOwn ? text("tutor-talk.you") : <bdi>{message.from.name}</bdi>}</strong>
          <time dateTime={message.date ?? undefined}>
            {message.date && formatDate(message.date, { dateStyle: "medium", timeStyle: "short" })}
          </time>
          {open ? null : (
            <span className={styles.preview}>
              <bdi>{message.body.slice(0, 200)}</bdi>
            </span>
          )}
        </button>
      </h3>
      {open ? (
        <div id={id}>
          <p className={styles.body} dir="auto">
            {message.body}
          </p>
          {message.attachmentCount > 0 ? <AttachmentList message={message} /> : null}
        </div>
      ) : null}
    </li>
  );
};

const AttachmentList = ({ message }: Pick<MessageSheetProps, "message">) => {
  const { messages } = useTutorTalk();
  const text = useText();
  const attachments = useSnapshot(messages.state).attachments[String(message.id)];
  const status = attachments?.status;
  return (
    <div className={styles.attachments}>
      <FailureNotice
        failure={status === "failed"}
        messages={{ else: "tutor-talk-failure.attachments" }}
        onRetry={() => void messages.open(message)}
      />
      {attachments?.status === "fetched" ? (
        <ul className={styles.files} aria-label={text("tutor-talk.attachments")}>
          {attachments.files.map((received, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message never change
            <li key={index}>
              <Received received={received as ReceivedFile} />
            </li>
          ))}
        </ul>
      ) : status === "failed" ? null : (
        <p role="status">{text("tutor-talk.attachments-loading")}</p>
      )}
    </div>
  );
};

/** A file to download; images have a small preview. */
const Received = ({ received }: { received: ReceivedFile }) => {
  const { name } = received;
  const isFetched = "file" in received;
  const { type, size: bytes } = isFetched ? received.file : received;
  const text = useText();
  const size = useFileSize();
  const [made, setMade] = useState<string>();
  const [unreadable, setUnreadable] = useState(!type.startsWith("image/"));
  const file = isFetched ? received.file : null;
  useEffect(() => {
    if (!file) return;
    const address = URL.createObjectURL(file);
    setMade(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  const url = isFetched ? made : received.url;
  return (
    <a href={url} download={name} title={text("tutor-talk.download", { name })}>
      {url && !unreadable ? (
        <img src={url} alt="" onError={() => setUnreadable(true)} />
      ) : (
        <Icon path={SHEET} />
      )}
      <span>
        <bdi>{name}</bdi>
      </span>
      <small>
        <bdi>{size(bytes)}</bdi>
      </small>
    </a>
  );
};
