import { useState } from "react";
import { Link } from "wouter";
import { DataTable, useChosen } from "../../app-context/data-table.tsx";
import { levelName } from "../../app-context/levels.ts";
import { ListFilters, ListSearch } from "../../app-context/list-filters.tsx";
import { ListView } from "../../app-context/list-view.tsx";
import { useList } from "../../app-context/paged-list.ts";
import { STAFF_IMPORT, STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
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
import { useText } from "../../i18n/use-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { ACTIONS, FOR_SEVERAL } from "./actions.ts";
import styles from "./people.module.css";
import { PEOPLE_COLUMNS, PEOPLE_FILTERS, PEOPLE_SORTS } from "./people-table.tsx";
import { personName } from "./person-name.tsx";
import { RemovalDialog } from "./removal-dialog.tsx";
import { SavedFilterBar } from "./saved-filter-bar.tsx";
import { usePeople, useSchoolCourses } from "./use-people.ts";

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
