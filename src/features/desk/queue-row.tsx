import { memo } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import type { DeskEntry } from "../../contract/desk.ts";
import type { Id } from "../../contract/wire.ts";
import { translated } from "../../domain/translated.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./queue.module.css";

const ICONS = {
  "hand-in": "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  message: "M4 5h16v11H9l-5 4z",
} as const satisfies Record<DeskEntry["kind"], string>;

/** As much of an excerpt as tells what it is about, in whole words. */
const LONGEST = 120;

const shortened = (excerpt: string): string =>
  excerpt.length > LONGEST
    ? `${excerpt.slice(0, LONGEST + 1).replace(/\s*\S*$/, "") || excerpt.slice(0, LONGEST)} …`
    : excerpt;

interface QueueRowProps {
  entry: DeskEntry;
  href: string;
  /** The title of its course; empty if there is none. */
  course: string;
  /** How long ago it came, or was answered. */
  since: string;
  /** Whose claims count as one's own. */
  personId: Id;
}

/** A hand-in or a conversation in the queue. */
export const QueueRow = memo(({ entry, href, course, since, personId }: QueueRowProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const reads = useReads();
  const { kind, student, excerpt, files, claim, state } = entry;
  const title = translated(entry, "title", reads) || text("desk.no-subject");
  return (
    <li>
      <Link href={href} className={styles.row} data-kind={kind}>
        <Icon path={ICONS[kind]} />
        <span className={styles.head}>
          <strong>
            <bdi>{student.name}</bdi>
          </strong>
          {entry.since ? (
            <time
              dateTime={entry.since}
              title={formatDate(entry.since, { dateStyle: "long", timeStyle: "short" })}
            >
              {since}
            </time>
          ) : null}
        </span>
        <span className={styles.title}>
          <span className="unseen">{text(`desk.one-${kind}`)}: </span>
          <bdi>{title}</bdi>
          {course ? (
            <>
              {" · "}
              <bdi>{course}</bdi>
            </>
          ) : null}
        </span>
        {excerpt ? (
          <span className={styles.excerpt} dir="auto">
            {shortened(excerpt)}
          </span>
        ) : null}
        {files > 0 || claim || state !== "waiting" ? (
          <span className={styles.marks}>
            {state === "waiting" ? null : (
              <span className={styles.state} data-state={state}>
                {text(state === "answered" ? "desk.state-answered" : `assignments.state-${state}`)}
              </span>
            )}
            {files > 0 ? <span>{text("desk.files", { count: files })}</span> : null}
            {claim ? (
              <span className={styles.claim}>
                {claim.by.id === personId
                  ? text("desk.claimed-mine")
                  : text("desk.claimed", { name: claim.by.name })}
              </span>
            ) : null}
          </span>
        ) : null}
      </Link>
    </li>
  );
});
