import { useRef } from "react";
import { useSnapshot } from "valtio";
import { DESK } from "../../app-context/desk-links.ts";
import { ListFilters } from "../../app-context/list-filters.tsx";
import { ListView } from "../../app-context/list-view.tsx";
import { useList } from "../../app-context/paged-list.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useSince } from "../../app-context/use-since.ts";
import { QUEUE_LIST } from "../../contract/desk.ts";
import type { ListChoice } from "../../domain/list-query.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { deskFailures, isWithoutDesk } from "./desk-failure.ts";
import { DeskNav, NoDesk } from "./desk-nav.tsx";
import { useKeys, useKeysDialog } from "./keys.tsx";
import styles from "./queue.module.css";
import { keyOfEntry } from "./queue.ts";
import { QueueRow } from "./queue-row.tsx";
import { useCourseField, useCourseTitles } from "./taught-courses.ts";
import { UndoBar } from "./undo-bar.tsx";
import { useDesk } from "./use-desk.ts";
import { workPath } from "./work-frame.tsx";

type Show = ListChoice<typeof QUEUE_LIST>["show"];

const NOTHING = {
  waiting: ["desk.nothing-waiting", "desk.nothing-waiting-hint"],
  mine: ["desk.nothing-mine", "desk.nothing-mine-hint"],
  answered: ["desk.nothing-answered", "desk.nothing-answered-hint"],
  all: ["desk.nothing-at-all", "desk.nothing-waiting-hint"],
} as const satisfies Record<Show, readonly [MessageId, MessageId]>;

const SHOWS = {
  waiting: "desk.show-waiting",
  mine: "desk.show-mine",
  answered: "desk.show-answered",
  all: "desk.show-all",
} as const satisfies Record<Show, MessageId>;

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
