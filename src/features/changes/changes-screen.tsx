import { useRef } from "react";
import { Link } from "wouter";
import { LoadFailure } from "../../app-context/load-failure.tsx";
import { STAFF_CHANGES } from "../../app-context/staff-links.ts";
import { TableDownloads } from "../../app-context/table-downloads.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useSearchedList } from "../../app-context/use-searched-list.ts";
import { getChangesTable, type SchoolChange } from "../../contract/audit.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import table from "../../ui/table.module.css";
import { changesPath, MAX_SEARCH, queryOf, readChoice } from "./change-choice.ts";
import { ChangeFilters } from "./change-filters.tsx";
import { ChangeRow } from "./change-row.tsx";
import styles from "./changes.module.css";
import { useChanges } from "./use-changes.ts";

/** What a person is called in the changes by and about them. */
const nameOf = (changes: readonly SchoolChange[], person: string): string => {
  const by = changes.find(({ actor_id }) => String(actor_id) === person);
  if (by) return by.actor_name;
  const about = changes.find(({ kind, subject }) => kind === "person" && subject === person);
  return about?.name || person;
};

/** Who changed what, and when. */
export const ChangesScreen = () => {
  const text = useText();
  const { sendForBytes } = useApp().transport;
  const lists = useChanges();
  const list = useSearchedList({ path: STAFF_CHANGES, lists, readChoice, queryOf });
  const { choice, query, entries: changes, failure, isAnswered } = list;
  const rows = useRef<HTMLTableSectionElement>(null);
  useScreenTitle(text("desk.changes"));

  return (
    <>
      <h1>{text("desk.changes")}</h1>
      <SearchField
        label={text("staff-audit.search")}
        value={list.typed}
        onChange={(search) => list.type(search.slice(0, MAX_SEARCH))}
        result={isAnswered ? text("staff-audit.count", { count: list.total }) : ""}
      />
      <ChangeFilters choice={list.typedChoice} onChoice={list.show} />
      {choice.person ? (
        <p className={styles.person}>
          {text("staff-audit.of-person", { name: nameOf(changes ?? [], choice.person) })}
          <Link href={changesPath({ ...choice, person: "" })}>{text("staff-audit.of-all")}</Link>
        </p>
      ) : null}
      <LoadFailure failure={failure} onRetry={() => void list.load()} />
      {changes || failure ? null : <p role="status">{text("staff-audit.loading")}</p>}
      {changes?.length === 0 && isAnswered ? (
        <Empty what={text("staff-audit.none")} hint={text("staff-audit.none-hint")} />
      ) : null}
      {changes && changes.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section className={styles.scroll} aria-label={text("desk.changes")} tabIndex={0}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{text("staff-audit.when")}</th>
                <th scope="col">{text("staff-audit.who")}</th>
                <th scope="col">{text("staff-audit.what")}</th>
                <th scope="col">{text("staff-audit.about")}</th>
                <th scope="col">{text("staff-audit.details")}</th>
              </tr>
            </thead>
            <tbody ref={rows}>
              {changes.map((change) => (
                <ChangeRow key={change.id} change={change} />
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {changes && changes.length > 0 ? (
        <TableDownloads
          name="changes"
          fetch={(as) =>
            sendForBytes(getChangesTable, {
              query: { ...Object.fromEntries(new URLSearchParams(query)), ...as },
            })
          }
        />
      ) : null}
      <ShowMore
        more={list.hasMore}
        label={text("desk.more")}
        failure={text("desk-failure.not-fetched")}
        entries={() => rows.current?.children ?? []}
        onMore={list.more}
      />
    </>
  );
};
