import { useRef, useState } from "react";
import { Link } from "wouter";
import { LoadFailure } from "../../app-context/load-failure.tsx";
import { STAFF_IMPORT, STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import { TableDownloads } from "../../app-context/table-downloads.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useSearchedList } from "../../app-context/use-searched-list.ts";
import { getPeopleTable } from "../../contract/staff-import.ts";
import {
  type ListedPerson,
  MAX_PEOPLE,
  MAX_PEOPLE_SEARCH,
  MAX_REMOVED,
  type PeopleAction,
} from "../../contract/staff-people.ts";
import type { Id } from "../../contract/wire.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { SortSelect } from "../../ui/sort-select.tsx";
import { useChosen } from "../../ui/use-chosen.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { ACTIONS, FOR_SEVERAL } from "./actions.ts";
import styles from "./people.module.css";
import { type PeopleSort, queryOf, readChoice, sortedBy } from "./people-choice.ts";
import { PeopleFilters } from "./people-filters.tsx";
import { PeopleTable } from "./people-table.tsx";
import { personName } from "./person-name.ts";
import { RemovalDialog } from "./removal-dialog.tsx";
import { SavedFilterBar } from "./saved-filter-bar.tsx";
import { usePeople, useSchoolCourses } from "./use-people.ts";

const SORTS = [
  ["name", "staff-people.column-name"],
  ["level", "staff-people.level"],
  ["seen", "staff-people.seen"],
  ["registered", "staff-people.registered"],
  ["until", "staff-people.ending"],
] as const satisfies readonly (readonly [PeopleSort, MessageId])[];

/** Finds people, and does something to several of them. */
export const PeopleScreen = () => {
  const { schoolToday, transport } = useApp();
  const { lists } = usePeople();
  const text = useText();
  const list = useSearchedList({ path: STAFF_PEOPLE, lists, readChoice, queryOf });
  const { choice, query, show, entries: people, failure, isAnswered } = list;
  const titles = new Map(useSchoolCourses().map(({ id, title }) => [id, title]));
  const body = useRef<HTMLTableSectionElement>(null);
  const { chosen, choose, chooseNone } = useChosen<Id, ListedPerson>(personName);
  const [picked, setPicked] = useState<PeopleAction | "remove">("give-course");
  const [action, setAction] = useState<typeof picked | null>(null);
  const [done, setDone] = useState<number | null>(null);
  useScreenTitle(text("desk.people"));

  const onDone = (count: number) => {
    setAction(null);
    setDone(count);
    chooseNone();
    void list.load();
  };
  const most = picked === "remove" ? MAX_REMOVED : MAX_PEOPLE;
  const mayAct = chosen.size > 0 && chosen.size <= most;

  return (
    <>
      <h1>{text("desk.people")}</h1>
      <SearchField
        label={text("staff-people.search")}
        value={list.typed}
        onChange={(search) => list.type(search.slice(0, MAX_PEOPLE_SEARCH))}
        result={isAnswered ? text("staff-people.count", { count: list.total }) : ""}
      />
      <PeopleFilters choice={list.typedChoice} onChoice={show} />
      <SavedFilterBar query={query} />
      <div className={styles.acts}>
        <SortSelect
          label={text("staff-people.sort")}
          sort={choice.sort}
          sorts={SORTS.map(([sort, name]) => [sort, text(name)])}
          onSort={(sort) => show(sortedBy(list.typedChoice, sort))}
        />
        {chosen.size > 0 ? (
          <>
            <SelectField
              label={text("staff-people.chosen", { count: chosen.size })}
              value={picked}
              onChange={(event) => setPicked(event.currentTarget.value as typeof picked)}
            >
              {FOR_SEVERAL.map((each) => (
                <option key={each} value={each}>
                  {text(ACTIONS[each][0])}
                </option>
              ))}
              <option value="remove">{text("staff-people.remove-now")}</option>
            </SelectField>
            <button
              type="button"
              className="button quiet"
              aria-disabled={!mayAct || undefined}
              onClick={() => {
                if (mayAct) setAction(picked);
              }}
            >
              {text("staff-people.go-on")}
            </button>
            <button type="button" className={styles.none} onClick={chooseNone}>
              {text("staff-people.choose-none")}
            </button>
          </>
        ) : null}
        <p role="status">
          {done === null || chosen.size > 0 ? null : text("staff-people.done-for", { count: done })}
        </p>
        <Link href={STAFF_IMPORT} className={`button quiet ${styles.start}`}>
          {text("staff-import.name")}
        </Link>
        <Link href={`${STAFF_PEOPLE}/new`} className="button">
          {text("staff-people.add")}
        </Link>
      </div>
      <LoadFailure failure={failure} onRetry={() => void list.load()} />
      {people || failure ? null : <p role="status">{text("staff-people.loading")}</p>}
      {people?.length === 0 && isAnswered ? (
        <Empty what={text("staff-people.none")} hint={text("staff-people.none-hint")} />
      ) : null}
      {people && people.length > 0 ? (
        <PeopleTable
          people={people}
          choice={choice}
          titles={titles}
          today={schoolToday()}
          chosen={chosen}
          body={body}
          onSort={(sort) => show(sortedBy(list.typedChoice, sort))}
          onChoose={choose}
        />
      ) : null}
      {people && people.length > 0 ? (
        <TableDownloads
          name="people"
          fetch={(as) =>
            transport.sendForBytes(getPeopleTable, {
              query: {
                ...Object.fromEntries(new URLSearchParams(query)),
                ...as,
              },
            })
          }
        />
      ) : null}
      <ShowMore
        more={list.hasMore}
        label={text("desk.more")}
        failure={text("desk-failure.not-fetched")}
        entries={() => body.current?.children ?? []}
        onMore={list.more}
      />
      {action === "remove" ? (
        <RemovalDialog people={chosen} onClose={() => setAction(null)} onRemoved={onDone} />
      ) : null}
      {action && action !== "remove" ? (
        <ActionDialog
          action={action}
          people={chosen}
          onClose={() => setAction(null)}
          onDone={onDone}
        />
      ) : null}
    </>
  );
};
