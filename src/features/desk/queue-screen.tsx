import { memo, useRef } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";
import { ListFilters } from "../../app-context/list-filters.tsx";
import { ListView } from "../../app-context/list-view.tsx";
import { useList } from "../../app-context/paged-list.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useSince } from "../../app-context/use-since.ts";
import { type DeskEntry, QUEUE_LIST } from "../../contract/desk.ts";
import type { Id } from "../../contract/wire.ts";
import type { ListChoice } from "../../domain/list-query.ts";
import { translated } from "../../domain/translated.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { messagesBy } from "../../i18n/messages-by.ts";
import { useReads } from "../../i18n/use-reads.ts";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { deskFailures, isWithoutDesk } from "./desk-failure.ts";
import { DeskNav, NoDesk } from "./desk-nav.tsx";
import { useKeys, useKeysDialog } from "./keys.tsx";
import styles from "./queue.module.css";
import { keyOfEntry } from "./queue.ts";
import { useCourseField, useCourseTitles } from "./taught-courses.ts";
import { UndoBar } from "./undo-bar.tsx";
import { useDesk } from "./use-desk.ts";
import { workPath } from "./work-frame.tsx";

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
const QueueRow = memo(({ entry, href, course, since, personId }: QueueRowProps) => {
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

type Show = ListChoice<typeof QUEUE_LIST>["show"];

const NOTHING = {
  waiting: ["desk.nothing-waiting", "desk.nothing-waiting-hint"],
  mine: ["desk.nothing-mine", "desk.nothing-mine-hint"],
  answered: ["desk.nothing-answered", "desk.nothing-answered-hint"],
  all: ["desk.nothing-at-all", "desk.nothing-waiting-hint"],
} as const satisfies Record<Show, readonly [MessageId, MessageId]>;

const SHOWS = messagesBy(QUEUE_LIST.filters.show, (show) => `desk.show-${show}` as const);

const KINDS = { "hand-in": "desk.kind-hand-in", message: "desk.kind-message" } as const;

/** What waits for the tutors, the oldest first, and what has been answered. */
const QueueScreen = () => {
  const app = useApp();
  const { counts, queue } = useDesk();
  const text = useText();
  const since = useSince();
  const titles = new Map(useCourseTitles().map(({ id, title }) => [id, title]));
  const courseField = useCourseField();
  const list = useList(DESK, QUEUE_LIST, queue);
  const { choice } = list;
  const search = list.query && `?${list.query}`;
  const waiting = useSnapshot(counts.state).counts;
  const rows = useRef<HTMLOListElement>(null);
  const keys = useKeysDialog();
  useScreenTitle(text("desk.name"));

  const step = (by: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll("a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  useKeys({ j: () => step(1), k: () => step(-1) });

  const personId = personIdOf(app);
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("desk.name")}</h1>
      <DeskNav onKeys={keys.open} />
      {isWithoutDesk(list.failure) ? (
        <NoDesk />
      ) : (
        <>
          <ListFilters
            list={list}
            links={{
              ...{ name: "show", label: "desk.shows", names: SHOWS },
              counts: waiting ? { waiting: waiting.hand_ins + waiting.messages } : {},
            }}
            fields={[
              {
                ...{ name: "kind", label: "desk.kind", all: "desk.kind-all", names: KINDS },
                counts: waiting ? { "hand-in": waiting.hand_ins, message: waiting.messages } : {},
              },
              courseField,
            ]}
          />
          <ListView
            // What waits is no answer to what has been answered: keys and links would lead elsewhere.
            list={list.isAnswered ? list : { ...list, entries: null }}
            failures={deskFailures}
            loading="desk.loading"
            none={
              choice.course || choice.kind
                ? ["desk.nothing-here", "desk.nothing-here-hint"]
                : NOTHING[choice.show]
            }
          >
            {(entries) => (
              <ol ref={rows} className={styles.rows} aria-label={text("desk.queue")}>
                {entries.map((entry) => (
                  <QueueRow
                    key={keyOfEntry(entry)}
                    entry={entry}
                    href={workPath(entry, search)}
                    course={(entry.course_id !== null && titles.get(entry.course_id)) || ""}
                    since={entry.since ? since(entry.since) : ""}
                    personId={personId}
                  />
                ))}
              </ol>
            )}
          </ListView>
        </>
      )}
      <UndoBar />
      {keys.dialog}
    </main>
  );
};

export default QueueScreen;
