import { Link } from "wouter";
import { DataTable } from "../../app-context/data-table.tsx";
import { type FilterField, ListFilters, ListSearch } from "../../app-context/list-filters.tsx";
import { ListView } from "../../app-context/list-view.tsx";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { type CHANGES_LIST, getChangesTable, type SchoolChange } from "../../contract/audit.ts";
import { staffFailures } from "../../core/failure-messages/staff.ts";
import { useText } from "../../i18n/use-text.ts";
import { CHANGE_COLUMNS } from "./change-columns.tsx";
import { ACTION_NAMES, KIND_NAMES } from "./change-words.ts";
import styles from "./changes.module.css";
import { changesPath, useChanges } from "./changes.ts";

const FILTERS = [
  { name: "from", label: "staff-audit.from" },
  { name: "to", label: "staff-audit.to" },
  { name: "kind", label: "staff-audit.kind", all: "staff-audit.kind-all", names: KIND_NAMES },
  {
    ...{ name: "action", label: "staff-audit.action", all: "staff-audit.action-all" },
    names: ACTION_NAMES,
  },
] as const satisfies readonly FilterField<typeof CHANGES_LIST>[];

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
  const list = useChanges();
  const { choice, entries } = list;
  useScreenTitle(text("desk.changes"));

  return (
    <>
      <h1>{text("desk.changes")}</h1>
      <ListSearch list={list} label="staff-audit.search" count="staff-audit.count" />
      <ListFilters list={list} label="staff-audit.filters" fields={FILTERS} />
      {choice.person ? (
        <p className={styles.person}>
          {text("staff-audit.of-person", { name: nameOf(entries ?? [], choice.person) })}
          <Link href={changesPath({ ...choice, person: "" })}>{text("staff-audit.of-all")}</Link>
        </p>
      ) : null}
      <ListView
        list={list}
        failures={staffFailures}
        loading="staff-audit.loading"
        none={["staff-audit.none", "staff-audit.none-hint"]}
        download={{ name: "changes", call: getChangesTable }}
      >
        {(changes) => (
          <DataTable
            list={list}
            caption="desk.changes"
            columns={CHANGE_COLUMNS}
            rows={changes}
            isWide
          />
        )}
      </ListView>
    </>
  );
};
