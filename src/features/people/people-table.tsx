import { useIntl } from "react-intl";
import { Link } from "wouter";
import type { Column, ColumnCell } from "../../app-context/data-table.tsx";
import { levelName } from "../../app-context/levels.ts";
import type { FilterField } from "../../app-context/list-filters.tsx";
import { STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useSince } from "../../app-context/use-since.ts";
import type { SortOf } from "../../contract/list.ts";
import type { ListedPerson, PEOPLE_LIST } from "../../contract/staff-people.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./people.module.css";
import { PersonFlags, personName } from "./person-name.tsx";
import { useSchoolCourses } from "./use-people.ts";

type People = typeof PEOPLE_LIST;

/** The filters that are the same at every school. */
export const PEOPLE_FILTERS = [
  {
    name: "unseen",
    label: "staff-people.seen",
    all: "staff-people.any",
    names: {
      "30": "staff-people.unseen-30",
      "90": "staff-people.unseen-90",
      never: "staff-people.unseen-never",
    },
  },
  {
    name: "ending",
    label: "staff-people.ending",
    all: "staff-people.any",
    names: {
      "this-month": "staff-people.ending-this-month",
      "next-month": "staff-people.ending-next-month",
    },
  },
  {
    name: "state",
    label: "staff-people.state",
    all: "staff-people.any",
    names: {
      active: "staff-people.state-active",
      blocked: "staff-people.state-blocked",
      "no-password": "staff-people.state-no-password",
      "no-mail": "staff-people.state-no-mail",
    },
  },
] as const satisfies readonly FilterField<People>[];

export const PEOPLE_SORTS = {
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

export const PEOPLE_COLUMNS: readonly Column<ListedPerson, SortOf<People>>[] = [
  { name: "staff-people.column-name", sort: "name", className: styles.name, Cell: Name },
  { name: "staff-people.level", sort: "level", className: styles.level, Cell: Level },
  { name: "staff-people.courses", className: styles.courses, Cell: Courses },
  { name: "staff-people.seen", sort: "seen", className: styles.seen, Cell: Seen },
  { name: "staff-people.ending", sort: "until", className: styles.until, Cell: Until },
];
