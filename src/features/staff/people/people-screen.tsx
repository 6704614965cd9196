import { useCallback, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import { STAFF_IMPORT, STAFF_PEOPLE } from "../../../app-context/staff-links.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import { getPeopleTable } from "../../../contract/staff-import.ts";
import {
  type ListedPerson,
  MAX_PEOPLE,
  MAX_PEOPLE_SEARCH,
  type PeopleAction,
} from "../../../contract/staff-people.ts";
import type { Id } from "../../../contract/wire.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Empty } from "../../../ui/empty.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { useSearchText } from "../../../ui/use-search-text.ts";
import { staffFailureMessages } from "../staff-failure.ts";
import { TableDownloads } from "../table-downloads.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { ACTIONS, FOR_SEVERAL } from "./actions.ts";
import styles from "./people.module.css";
import { formatChoice, type PeopleChoice, queryOf, readChoice, sortedBy } from "./people-choice.ts";
import { PeopleFilters } from "./people-filters.tsx";
import { PeopleSortSelect } from "./people-sort-select.tsx";
import { PeopleTable } from "./people-table.tsx";
import { personName } from "./person-name.ts";
import { SavedFilterBar } from "./saved-filter-bar.tsx";
import { usePeople, useSchoolCourses } from "./use-people.ts";

/** Finds people, and does something to several of them. */
export const PeopleScreen = () => {
  const { schoolToday, transport } = useApp();
  const { locale } = useIntl();
  const { lists } = usePeople();
  const text = useText();
  const [, navigate] = useLocation();
  const address = useSearch();
  const choice = readChoice(address);
  const show = (next: PeopleChoice) =>
    navigate(STAFF_PEOPLE + formatChoice(next), { replace: true });
  const [typed, type] = useSearchText(choice.search, address, (search) =>
    show({ ...choice, search }),
  );
  const query = queryOf(choice);
  const list = lists.list(query);
  const { value, failure } = useSnapshot(list.state);
  const { cursor } = useSnapshot(list.pages);
  const { total } = useSnapshot(list.count);
  const titles = new Map(useSchoolCourses().map(({ id, title }) => [id, title]));
  const rows = useRef<HTMLTableSectionElement>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<Id, string>>(new Map());
  const [picked, setPicked] = useState<PeopleAction>("give-course");
  const [action, setAction] = useState<PeopleAction | null>(null);
  const [done, setDone] = useState<number | null>(null);
  useScreenTitle(text("desk.people"));

  useEffect(() => {
    void list.load();
  }, [list]);

  // Until the school has answered, the last list stays.
  const last = useRef<readonly ListedPerson[] | null>(null);
  if (value) last.current = value as readonly ListedPerson[];
  const isAnswered = value !== null && typed.trim() === choice.search.trim();
  const people = last.current;

  const choose = useCallback((person: ListedPerson, isChosen: boolean) => {
    setDone(null);
    setChosen((before) => {
      const after = new Map(before);
      if (isChosen) after.set(person.id, personName(person));
      else after.delete(person.id);
      return after;
    });
  }, []);
  const chooseAll = (areChosen: boolean) => {
    for (const person of people ?? []) choose(person, areChosen);
  };
  const mayAct = chosen.size > 0 && chosen.size <= MAX_PEOPLE;

  return (
    <>
      <h1>{text("desk.people")}</h1>
      <SearchField
        label={text("staff-people.search")}
        value={typed}
        onChange={(search) => type(search.slice(0, MAX_PEOPLE_SEARCH))}
        result={isAnswered ? text("staff-people.count", { count: total }) : ""}
      />
      <PeopleFilters choice={{ ...choice, search: typed }} onChoice={show} />
      <SavedFilterBar query={query} />
      <div className={styles.acts}>
        <PeopleSortSelect choice={{ ...choice, search: typed }} onChoice={show} />
        {chosen.size > 0 ? (
          <>
            <SelectField
              label={text("staff-people.chosen", { count: chosen.size })}
              value={picked}
              onChange={(event) => setPicked(event.currentTarget.value as PeopleAction)}
            >
              {FOR_SEVERAL.map((each) => (
                <option key={each} value={each}>
                  {text(ACTIONS[each][0])}
                </option>
              ))}
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
            <button type="button" className={styles.none} onClick={() => setChosen(new Map())}>
              {text("staff-people.choose-none")}
            </button>
          </>
        ) : null}
        <p role="status">{done === null ? null : text("staff-people.done-for", { count: done })}</p>
        <Link href={STAFF_IMPORT} className={`button quiet ${styles.start}`}>
          {text("staff-import.name")}
        </Link>
        <Link href={`${STAFF_PEOPLE}/new`} className="button">
          {text("staff-people.add")}
        </Link>
      </div>
      {failure ? (
        <LoadError
          message={text(staffFailureMessages[failure.kind])}
          retry={text("screen.retry")}
          onRetry={() => void list.load()}
        />
      ) : null}
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
          rows={rows}
          onSort={(sort) => show({ ...sortedBy(choice, sort), search: typed })}
          onChoose={choose}
          onChooseAll={chooseAll}
        />
      ) : null}
      {people && people.length > 0 ? (
        <TableDownloads
          name="people"
          fetch={(format) =>
            transport.sendForBytes(getPeopleTable, {
              query: {
                ...Object.fromEntries(new URLSearchParams(query)),
                format,
                language: locale,
              },
            })
          }
        />
      ) : null}
      <ShowMore
        more={isAnswered && cursor !== null}
        label={text("desk.more")}
        failure={text("desk-failure.not-fetched")}
        entries={() => rows.current?.children ?? []}
        onMore={list.more}
      />
      {action ? (
        <ActionDialog
          action={action}
          people={chosen}
          onClose={() => setAction(null)}
          onDone={(count) => {
            setAction(null);
            setDone(count);
            setChosen(new Map());
            void list.load();
          }}
        />
      ) : null}
    </>
  );
};
