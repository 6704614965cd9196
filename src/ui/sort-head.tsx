import type { ReactNode } from "react";

export interface SortHeadProps {
  /** What the column is called. */
  children: ReactNode;
  className?: string | undefined;
  /** How the table is sorted by this column; absent: it is sorted by another one. */
  order?: "ascending" | "descending" | undefined;
  /** Sorts the table by this column, or the other way round; absent: it cannot be sorted by it. */
  onSort?: (() => void) | undefined;
}

/** The heading of a column; a button in it sorts the table. */
export const SortHead = ({ children, className, order, onSort }: SortHeadProps) => (
  <th scope="col" className={className} aria-sort={order}>
    {onSort ? (
      <button type="button" onClick={onSort}>
        {children}
      </button>
    ) : (
      children
    )}
  </th>
);
