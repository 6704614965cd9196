import { type TextareaHTMLAttributes, useId } from "react";
import styles from "./text-area.module.css";

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The validation error, shown below the field and announced by screen readers. */
  error?: string | undefined;
}

/** A labelled field for several lines. Its direction follows the text. */
export const TextArea = ({ label, onChange, error, ...area }: TextAreaProps) => {
  const id = useId();
  return (
    <div className={styles.area}>
      <label htmlFor={id}>{label}</label>
      <textarea
        rows={3}
        {...area}
        id={id}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}e` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error ? (
        <p className={styles.error} id={`${id}e`}>
          {error}
        </p>
      ) : null}
    </div>
  );
};
