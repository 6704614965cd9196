import { SelectField } from "./select-field.tsx";
import styles from "./table.module.css";

export interface SortSelectProps<Sort extends string> {
  label: string;
  sort: Sort;
  /** What the table can be sorted by, with its names. */
  sorts: readonly (readonly [sort: Sort, name: string])[];
  onSort: (sort: Sort) => void;
}

/** Sorts a table where a narrow screen has no room for the columns whose headings do it. */
export const SortSelect = <Sort extends string>({
  label,
  sort,
  sorts,
  onSort,
}: SortSelectProps<Sort>) => (
  <div className={styles.sort}>
    <SelectField
      label={label}
      value={sort}
      onChange={(event) => onSort(event.currentTarget.value as Sort)}
    >
      {sorts.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  </div>
);
