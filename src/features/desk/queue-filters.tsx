import { Link } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { CourseSelect } from "./course-select.tsx";
import type { DeskCounts } from "./desk-counts.ts";
import { type DeskKind, type DeskShow, formatFilters, type QueueFilters } from "./filters.ts";
import styles from "./queue.module.css";

const SHOWS = [
  ["waiting", "desk.show-waiting"],
  ["mine", "desk.show-mine"],
  ["answered", "desk.show-answered"],
  ["all", "desk.show-all"],
] as const satisfies readonly (readonly [DeskShow, MessageId])[];

export interface QueueFiltersProps {
  filters: QueueFilters;
  /** Null while they are not known. */
  counts: DeskCounts | null;
  onFilter: (filters: QueueFilters) => void;
}

/** What the queue shows. Each choice has an address of its own. */
export const FilterBar = ({ filters, counts, onFilter }: QueueFiltersProps) => {
  const text = useText();
  const waiting = counts && { all: counts.hand_ins + counts.messages, ...counts };
  const withCount = (name: MessageId, count: number | undefined) =>
    count === undefined ? text(name) : text("desk.with-count", { name: text(name), count });
  return (
    <div className={styles.filters}>
      <nav className={styles.shows} aria-label={text("desk.shows")}>
        {SHOWS.map(([show, name]) => (
          <Link
            key={show}
            href={DESK + formatFilters({ ...filters, show })}
            aria-current={filters.show === show ? "true" : undefined}
          >
            {show === "waiting" ? withCount(name, waiting?.all) : text(name)}
          </Link>
        ))}
      </nav>
      <div className={styles.selects}>
        <SelectField
          label={text("desk.kind")}
          value={filters.kind ?? ""}
          onChange={(event) =>
            onFilter({ ...filters, kind: (event.currentTarget.value || null) as DeskKind | null })
          }
        >
          <option value="">{text("desk.kind-all")}</option>
          <option value="hand-in">{withCount("desk.kind-hand-in", waiting?.hand_ins)}</option>
          <option value="message">{withCount("desk.kind-message", waiting?.messages)}</option>
        </SelectField>
        <CourseSelect
          course={filters.course}
          onChoose={(course) => onFilter({ ...filters, course })}
        />
      </div>
    </div>
  );
};
