import type { ReactNode } from "react";
import styles from "./filter-bar.module.css";

export interface FilterBarProps {
  /** What the filters are called together. */
  label: string;
  /** Whether there are dates among them. */
  hasDates?: boolean;
  /** Fields, one beside the other. */
  children: ReactNode;
}

/** The filters of a list, in one row where there is room. */
export const FilterBar = ({ label, hasDates = false, children }: FilterBarProps) => (
  <fieldset className={hasDates ? `${styles.bar} ${styles.dates}` : styles.bar}>
    <legend className={styles.legend}>{label}</legend>
    {children}
  </fieldset>
);
