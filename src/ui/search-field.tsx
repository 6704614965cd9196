import { useId } from "react";
import styles from "./search-field.module.css";

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What came of it, said when there is a pause; empty while nothing is searched. */
  result: string;
}

/** A field that searches while the person types. */
export const SearchField = ({ label, value, onChange, result }: SearchFieldProps) => {
  const id = useId();
  return (
    <search className={styles.search}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        // What is searched for may be in any of the school's languages.
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p role="status">{result}</p>
    </search>
  );
};
