import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { useLocation, useSearch } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { personIdOf } from "../../app-context/person-id.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useSince } from "../../app-context/use-since.ts";
import type { DeskEntry } from "../../contract/desk.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { deskFailures, isWithoutDesk } from "./desk-failure.ts";
import { DeskNav, NoDesk } from "./desk-nav.tsx";
import { type DeskShow, formatFilters, readFilters } from "./filters.ts";
import { useKeys, useKeysDialog } from "./keys.tsx";
import styles from "./queue.module.css";
import { keyOfEntry } from "./queue.ts";
import { FilterBar } from "./queue-filters.tsx";
import { QueueRow } from "./queue-row.tsx";
import { useCourseTitles } from "./taught-courses.ts";
import { UndoBar } from "./undo-bar.tsx";
import { useDesk } from "./use-desk.ts";
import { workPath } from "./work-frame.tsx";

const NOTHING = {
  waiting: ["desk.nothing-waiting", "desk.nothing-waiting-hint"],
  mine: ["desk.nothing-mine", "desk.nothing-mine-hint"],
  answered: ["desk.nothing-answered", "desk.nothing-answered-hint"],
  all: ["desk.nothing-at-all", "desk.nothing-waiting-hint"],
} as const satisfies Record<DeskShow, readonly [MessageId, MessageId]>;

/** What waits for the tutors, the oldest first, and what has been answered. */
const QueueScreen = () => {
  const app = useApp();
  const { counts, queue } = useDesk();
  const text = useText();
  const since = useSince();
  const titles = new Map(useCourseTitles().map(({ id, title }) => [id, title]));
  const search = useSearch();
  const [, navigate] = useLocation();
  const filters = readFilters(search);
  const address = formatFilters(filters);
  const list = queue.list(filters);
  const { value: entries, failure } = useSnapshot(list.state);
  const { cursor } = useSnapshot(list.pages);
  const waiting = useSnapshot(counts.state).counts;
  const rows = useRef<HTMLOListElement>(null);
  const keys = useKeysDialog();
  useScreenTitle(text("desk.name"));

  useEffect(() => {
    void list.load();
  }, [list]);

  const step = (by: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll("a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  useKeys({ j: () => step(1), k: () => step(-1) });

  const personId = personIdOf(app);
  const isFiltered = filters.course !== null || filters.kind !== null;
  const [what, hint] = NOTHING[filters.show];

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("desk.name")}</h1>
      <DeskNav onKeys={keys.open} />
      {isWithoutDesk(failure) ? (
        <NoDesk />
      ) : (
        <>
          <FilterBar
            filters={filters}
            counts={waiting}
            onFilter={(chosen) => navigate(DESK + formatFilters(chosen), { replace: true })}
          />
          <FailureNotice
            failure={failure}
            messages={deskFailures}
            onRetry={() => void list.load()}
          />
          {entries || failure ? null : <p role="status">{text("desk.loading")}</p>}
          {entries?.length === 0 ? (
            <Empty
              what={text(isFiltered ? "desk.nothing-here" : what)}
              hint={text(isFiltered ? "desk.nothing-here-hint" : hint)}
            />
          ) : null}
          {entries && entries.length > 0 ? (
            <ol ref={rows} className={styles.rows} aria-label={text("desk.queue")}>
              {(entries as readonly DeskEntry[]).map((entry) => (
                <QueueRow
                  key={keyOfEntry(entry)}
                  entry={entry}
                  href={workPath(entry, address)}
                  course={(entry.course_id !== null && titles.get(entry.course_id)) || ""}
                  since={entry.since ? since(entry.since) : ""}
                  personId={personId}
                />
              ))}
            </ol>
          ) : null}
          <ShowMore
            more={cursor !== null}
            label={text("desk.more")}
            failure={text("desk-failure.not-fetched")}
            entries={() => rows.current?.children ?? []}
            onMore={list.more}
          />
        </>
      )}
      <UndoBar />
      {keys.dialog}
    </main>
  );
};

export default QueueScreen;
