import { type ReactNode, type SelectHTMLAttributes, useId } from "react";
import styles from "./field.module.css";

export interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  /** The validation error, shown below the field and announced by screen readers. */
  error?: string | undefined;
  /** The `option` elements. */
  children: ReactNode;
}

export const SelectField = ({ label, error, children, ...select }: SelectFieldProps) => {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}e` : undefined}
      >
        {children}
      </select>
      {error ? (
        <p className={styles.error} id={`${id}e`}>
          {error}
        </p>
      ) : null}
    </div>
  );
};
