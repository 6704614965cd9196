import { useIntl } from "react-intl";
import { Link } from "wouter";
import type { App } from "../../app-context/app.ts";
import { type Column, type ColumnCell, DataTable } from "../../app-context/data-table.tsx";
import { listAddress } from "../../app-context/list-address.ts";
import { type FilterField, ListFilters, ListSearch } from "../../app-context/list-filters.tsx";
import { ListView } from "../../app-context/list-view.tsx";
import { createPagedLists, useList } from "../../app-context/paged-list.ts";
import { useService } from "../../app-context/service.ts";
import { STAFF_CHANGES } from "../../app-context/staff-links.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import {
  CHANGES_LIST,
  getChanges,
  getChangesTable,
  type SchoolChange,
} from "../../contract/audit.ts";
import { staffFailures } from "../../core/failure-messages/staff.ts";
import type { ListChoice } from "../../domain/list-query.ts";
import { useText } from "../../i18n/use-text.ts";
import { REMOVED } from "../people/public.ts";
import {
  ACTION_NAMES,
  actionName,
  fieldName,
  KIND_NAMES,
  kindName,
  valueName,
} from "./change-words.ts";
import styles from "./changes.module.css";

const create = ({ transport: { send } }: App) =>
  createPagedLists({
    fetch: (query) => send(getChanges, { query }),
    read: ({ changes, ...page }) => ({ entries: changes, ...page }),
    keyOf: ({ id }: SchoolChange) => id,
  });

const changesPath = (choice: Partial<ListChoice<typeof CHANGES_LIST>>): string =>
  listAddress(STAFF_CHANGES, CHANGES_LIST, choice);

type CellProps = ColumnCell<SchoolChange>;

type Detail = SchoolChange["details"][number];

/** A number of nothing, and an empty value, say nothing where there was none before. */
const isTelling = ({ before, now }: Detail): boolean =>
  before !== null || (now.length > 0 && now.join() !== "0");

const ChangeDetail = ({ kind, field, before, now }: Detail & { kind: string }) => {
  const text = useText();
  const removed = kind === "person" && before === null ? REMOVED[field] : undefined;
  if (removed) return <li>{text(removed, { count: Number(now[0]) })}</li>;
  const values = (all: readonly string[]) =>
    all.map((value) => valueName(field, value, text)).join(", ") || text("staff-audit.nothing");
  // A detail that only says that something is so needs no value.
  const isPlain = before === null && now.join() === "true" && field !== "taken";
  return (
    <li>
      <bdi>{fieldName(kind, field, text)}</bdi>
      {isPlain ? null : ": "}
      {before === null ? null : (
        <>
          <bdi>
            <del>{values(before)}</del>
          </bdi>
          <span aria-hidden="true"> {text("staff-audit.arrow")} </span>
        </>
      )}
      {isPlain ? null : <bdi>{before === null ? values(now) : <ins>{values(now)}</ins>}</bdi>}
    </li>
  );
};

const When = ({ row: { at } }: CellProps) => {
  const { formatDate } = useIntl();
  return at ? (
    <time dateTime={at}>{formatDate(at, { dateStyle: "medium", timeStyle: "short" })}</time>
  ) : null;
};

const Who = ({ row: { actor, actor_id, actor_name } }: CellProps) => {
  const text = useText();
  return (
    <>
      {actor === "command" ? text("staff-audit.by-command") : null}
      {actor === "school" ? text("staff-audit.by-school") : null}
      {actor_id === null ? (
        <bdi>{actor_name}</bdi>
      ) : (
        <Link href={changesPath({ person: String(actor_id) })}>
          <bdi>{actor_name}</bdi>
        </Link>
      )}
    </>
  );
};

const What = ({ row: { kind, action } }: CellProps) => {
  const text = useText();
  return `${kindName(kind, text)}: ${actionName(action, text)}`;
};

const About = ({ row: { kind, subject, name } }: CellProps) =>
  kind === "person" && /^\d+$/.test(subject) ? (
    <Link href={changesPath({ person: subject })}>
      <bdi>{name || subject}</bdi>
    </Link>
  ) : (
    <bdi>{name || subject}</bdi>
  );

const Details = ({ row: { kind, details } }: CellProps) => {
  const telling = details.filter(isTelling);
  return telling.length > 0 ? (
    <ul className={styles.details}>
      {telling.map((detail) => (
        <ChangeDetail key={detail.field} kind={kind} {...detail} />
      ))}
    </ul>
  ) : null;
};

const CHANGE_COLUMNS: readonly Column<SchoolChange>[] = [
  { name: "staff-audit.when", className: styles.when, Cell: When },
  { name: "staff-audit.who", Cell: Who },
  { name: "staff-audit.what", Cell: What },
  { name: "staff-audit.about", Cell: About },
  { name: "staff-audit.details", Cell: Details },
];

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

export const ChangesScreen = () => {
  const text = useText();
  const list = useList(STAFF_CHANGES, CHANGES_LIST, useService(create));
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
          <Link className="tap" href={changesPath({ ...choice, person: "" })}>
            {text("staff-audit.of-all")}
          </Link>
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
