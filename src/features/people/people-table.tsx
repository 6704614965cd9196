import { memo, type RefObject } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import { levelName } from "../../app-context/levels.ts";
import { STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import { useSince } from "../../app-context/use-since.ts";
import type { ListedPerson } from "../../contract/staff-people.ts";
import type { Id } from "../../contract/wire.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { ChooseCell } from "../../ui/choose-cell.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import styles from "./people.module.css";
import type { PeopleChoice, PeopleSort } from "./people-choice.ts";
import { PersonFlags } from "./person-flags.tsx";
import { personName } from "./person-name.ts";

const COLUMNS = [
  ["name", "staff-people.column-name", undefined],
  ["level", "staff-people.level", styles.level],
  [null, "staff-people.courses", styles.courses],
  ["seen", "staff-people.seen", styles.seen],
  ["until", "staff-people.ending", styles.until],
] as const satisfies readonly (readonly [PeopleSort | null, MessageId, string | undefined])[];

interface PersonRowProps {
  person: ListedPerson;
  /** How long ago the person was here; null: never. */
  seen: string | null;
  /** The titles of the person's courses. */
  courses: string;
  today: string;
  isChosen: boolean;
  onChoose: (person: ListedPerson, isChosen: boolean) => void;
}

/** The day on which the first course that still runs ends, or the account. */
const firstEnd = ({ courses, last_day }: ListedPerson, today: string): string | undefined =>
  [...courses.map(({ until }) => until), last_day]
    .filter((day): day is string => day !== null && day >= today)
    .toSorted()[0];

const PersonRow = memo(({ person, seen, courses, today, isChosen, onChoose }: PersonRowProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const name = personName(person);
  const until = firstEnd(person, today);
  return (
    <tr data-chosen={isChosen || undefined}>
      <ChooseCell
        label={text("staff-people.choose", { name })}
        isChosen={isChosen}
        onChoose={(choose) => onChoose(person, choose)}
      />
      <th scope="row" className={styles.name}>
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
      </th>
      <td className={styles.level}>{levelName(text, person.level)}</td>
      <td className={styles.courses}>{courses || "–"}</td>
      <td className={styles.seen}>{seen ?? text("staff-people.never")}</td>
      <td className={styles.until}>{until ? formatDate(until, { dateStyle: "medium" }) : "–"}</td>
    </tr>
  );
});

export interface PeopleTableProps {
  people: readonly ListedPerson[];
  choice: PeopleChoice;
  /** The titles of the school's courses by their ids. */
  titles: ReadonlyMap<number, string>;
  /** The present day at the school. */
  today: string;
  chosen: ReadonlyMap<Id, string>;
  body: RefObject<HTMLTableSectionElement | null>;
  onSort: (sort: PeopleSort) => void;
  onChoose: (person: ListedPerson, isChosen: boolean) => void;
}

/** The people as a table. The headings of its columns sort it. */
export const PeopleTable = ({
  people,
  choice,
  titles,
  today,
  chosen,
  body,
  onSort,
  onChoose,
}: PeopleTableProps) => {
  const text = useText();
  const since = useSince();
  return (
    <DataTable
      caption={text("desk.people")}
      chooseAll={text("staff-people.choose-all")}
      columns={COLUMNS.map(([sort, name, className]) => ({ sort, name: text(name), className }))}
      sorted={choice}
      rows={people}
      chosen={chosen}
      body={body}
      onSort={onSort}
      onChoose={onChoose}
    >
      {(person, isChosen) => (
        <PersonRow
          key={person.id}
          person={person}
          seen={person.seen ? since(person.seen) : null}
          courses={person.courses.map(({ id }) => titles.get(Number(id)) ?? `#${id}`).join(", ")}
          today={today}
          isChosen={isChosen}
          onChoose={onChoose}
        />
      )}
    </DataTable>
  );
};
