import type { ReactNode } from "react";
import styles from "./filter-bar.module.css";

export interface FilterBarProps {
  /** What the filters are called together. */
  label: string;
  /** Fields, one beside the other. */
  children: ReactNode;
}

/** The filters of a list, in one row where there is room. */
export const FilterBar = ({ label, children }: FilterBarProps) => (
  <fieldset className={styles.bar}>
    <legend className={styles.legend}>{label}</legend>
    {children}
  </fieldset>
);
