import { useId } from "react";
import styles from "./search-field.module.css";

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The number of results, announced by screen readers; empty without a query. */
  result: string;
}

/** A search field that reports each change while the person types. */
export const SearchField = ({ label, value, onChange, result }: SearchFieldProps) => {
  const id = useId();
  return (
    <search className={styles.search}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        // The query may be in any of the school's languages.
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
