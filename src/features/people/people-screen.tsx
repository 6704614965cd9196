import { useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import {
  type Column,
  type ColumnCell,
  DataTable,
  useChosen,
} from "../../app-context/data-table.tsx";
import { levelName } from "../../app-context/levels.ts";
import { type FilterField, ListFilters, ListSearch } from "../../app-context/list-filters.tsx";
import { ListView } from "../../app-context/list-view.tsx";
import { useList } from "../../app-context/paged-list.ts";
import { STAFF_IMPORT, STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { useSince } from "../../app-context/use-since.ts";
import type { SortOf } from "../../contract/list.ts";
import {
  getPeopleTable,
  type ListedPerson,
  MAX_PEOPLE,
  MAX_REMOVED,
  PEOPLE_LIST,
  type PeopleAction,
} from "../../contract/staff-people.ts";
import { staffFailures } from "../../core/failure-messages/staff.ts";
import { LEVELS } from "../../domain/roles.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { messagesBy } from "../../i18n/messages-by.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { ACTIONS, FOR_SEVERAL } from "./actions.ts";
import styles from "./people.module.css";
import { PersonFlags, personName } from "./person-name.tsx";
import { RemovalDialog } from "./removal-dialog.tsx";
import { SavedFilterBar } from "./saved-filter-bar.tsx";
import { usePeople, useSchoolCourses } from "./use-people.ts";

type People = typeof PEOPLE_LIST;

/** The filters that are the same at every school. */
const PEOPLE_FILTERS = [
  {
    name: "unseen",
    label: "staff-people.seen",
    all: "staff-people.any",
    names: messagesBy(PEOPLE_LIST.filters.unseen, (days) => `staff-people.unseen-${days}` as const),
  },
  {
    name: "ending",
    label: "staff-people.ending",
    all: "staff-people.any",
    names: messagesBy(
      PEOPLE_LIST.filters.ending,
      (month) => `staff-people.ending-${month}` as const,
    ),
  },
  {
    name: "state",
    label: "staff-people.state",
    all: "staff-people.any",
    names: messagesBy(PEOPLE_LIST.filters.state, (state) => `staff-people.state-${state}` as const),
  },
] as const satisfies readonly FilterField<People>[];

const PEOPLE_SORTS = {
  name: "staff-people.column-name",
  level: "staff-people.level",
  seen: "staff-people.seen",
  registered: "staff-people.registered",
  until: "staff-people.ending",
} as const satisfies Record<SortOf<People>, MessageId>;

type CellProps = ColumnCell<ListedPerson>;

const Name = ({ row: person }: CellProps) => {
  const name = personName(person);
  return (
    <>
      <Link href={`${STAFF_PEOPLE}/${person.id}`}>
        <bdi>{name}</bdi>
      </Link>
      <PersonFlags person={person} />
      <small>
        {name === person.username ? null : (
          <>
            <bdi>{person.username}</bdi>
            {" · "}
          </>
        )}
        <bdi>{person.email}</bdi>
      </small>
    </>
  );
};

const Level = ({ row }: CellProps) => levelName(useText(), row.level);

const Courses = ({ row: person }: CellProps) => {
  const courses = useSchoolCourses();
  const titleOf = (id: number) => courses.find((course) => course.id === id)?.title ?? `#${id}`;
  return person.courses.map(({ id }) => titleOf(Number(id))).join(", ") || "–";
};

const Seen = ({ row: { seen } }: CellProps) => {
  const text = useText();
  const since = useSince();
  return seen ? since(seen) : text("staff-people.never");
};

/** The day on which the first course that still runs ends, or the account. */
const Until = ({ row: { courses, last_day } }: CellProps) => {
  const { formatDate } = useIntl();
  const today = useApp().schoolToday();
  const [until] = [...courses.map((course) => course.until), last_day]
    .filter((day): day is string => day !== null && day >= today)
    .toSorted();
  return until ? formatDate(until, { dateStyle: "medium" }) : "–";
};

const PEOPLE_COLUMNS: readonly Column<ListedPerson, SortOf<People>>[] = [
  { name: "staff-people.column-name", sort: "name", className: styles.name, Cell: Name },
  { name: "staff-people.level", sort: "level", className: styles.level, Cell: Level },
  { name: "staff-people.courses", className: styles.courses, Cell: Courses },
  { name: "staff-people.seen", sort: "seen", className: styles.seen, Cell: Seen },
  { name: "staff-people.ending", sort: "until", className: styles.until, Cell: Until },
];

/** Finds people, and does something to several of them. */
export const PeopleScreen = () => {
  const { lists } = usePeople();
  const text = useText();
  const list = useList(STAFF_PEOPLE, PEOPLE_LIST, lists);
  const courses = useSchoolCourses();
  const choosing = useChosen<ListedPerson>(personName);
  const { chosen, chooseNone } = choosing;
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
      <ListSearch list={list} label="staff-people.search" count="staff-people.count" />
      <ListFilters
        list={list}
        label="staff-people.filters"
        fields={[
          {
            ...{ name: "course", label: "staff-people.course", all: "staff-people.any" },
            options: courses.map(({ id, title }) => [String(id), title]),
          },
          {
            ...{ name: "level", label: "staff-people.level", all: "staff-people.any" },
            options: LEVELS.map((level) => [String(level), levelName(text, level)]),
          },
          ...PEOPLE_FILTERS,
        ]}
        sort={{ label: "staff-people.sort", names: PEOPLE_SORTS }}
      />
      <SavedFilterBar query={list.query} />
      <div className={styles.acts}>
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
            <Button plain onClick={chooseNone}>
              {text("staff-people.choose-none")}
            </Button>
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
      <ListView
        list={list}
        failures={staffFailures}
        loading="staff-people.loading"
        none={["staff-people.none", "staff-people.none-hint"]}
        download={{ name: "people", call: getPeopleTable }}
      >
        {(people) => (
          <DataTable
            list={list}
            caption="desk.people"
            columns={PEOPLE_COLUMNS}
            rows={people}
            choosing={{ ...choosing, all: "staff-people.choose-all", one: "staff-people.choose" }}
          />
        )}
      </ListView>
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
