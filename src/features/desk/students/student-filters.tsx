import { Link } from "wouter";
import { DESK_STUDENTS } from "../../../app-context/desk-links.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { SortSelect } from "../../../ui/sort-select.tsx";
import { CourseSelect } from "../course-select.tsx";
import queue from "../queue.module.css";
import {
  formatChoice,
  type StudentChoice,
  type StudentFilter,
  type StudentSort,
  sortedBy,
} from "./choice.ts";

const FILTERS = [
  ["all", "desk-students.all"],
  ["stuck", "desk-students.stuck"],
  ["new", "desk-students.new"],
  ["ending", "desk-students.ending"],
  ["waiting", "desk-students.waiting"],
] as const satisfies readonly (readonly [StudentFilter, MessageId])[];

const SORTS = [
  ["name", "desk-students.column-name"],
  ["seen", "desk-students.column-seen"],
  ["week", "desk-students.column-week"],
  ["waiting", "desk-students.column-waiting"],
  ["until", "desk-students.column-until"],
] as const satisfies readonly (readonly [StudentSort, MessageId])[];

export interface StudentFiltersProps {
  choice: StudentChoice;
  onChoice: (choice: StudentChoice) => void;
}

/** Which students are shown. Each choice has an address of its own. */
export const StudentFilters = ({ choice, onChoice }: StudentFiltersProps) => {
  const text = useText();
  return (
    <div className={queue.filters}>
      <nav className={queue.shows} aria-label={text("desk.shows")}>
        {FILTERS.map(([filter, name]) => (
          <Link
            key={filter}
            href={DESK_STUDENTS + formatChoice({ ...choice, filter })}
            aria-current={choice.filter === filter ? "true" : undefined}
          >
            {text(name)}
          </Link>
        ))}
      </nav>
      <div className={queue.selects}>
        <CourseSelect
          course={choice.course}
          onChoose={(course) => onChoice({ ...choice, course })}
        />
        <SortSelect
          label={text("desk-students.sort")}
          sort={choice.sort}
          sorts={SORTS.map(([sort, name]) => [sort, text(name)])}
          onSort={(sort) => onChoice(sortedBy(choice, sort))}
        />
      </div>
    </div>
  );
};
