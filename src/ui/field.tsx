import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import styles from "./field.module.css";

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The validation error, shown below the field and announced by screen readers. */
  error?: ReactNode;
}

export const Field = ({ label, error, ...input }: FieldProps) => {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}e` : undefined}
      />
      {error ? (
        <p className={styles.error} id={`${id}e`}>
          {error}
        </p>
      ) : null}
    </div>
  );
};
