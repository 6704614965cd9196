import { type FormEvent, useRef } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { STAFF_PEOPLE } from "../../app-context/staff-links.ts";
import { useText } from "../../i18n/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { CROSS } from "../../ui/icon-paths.ts";
import styles from "./people.module.css";
import { MAX_FILTER_NAME } from "./saved-filters.ts";
import { usePeople } from "./use-people.ts";

interface SavedFilterBarProps {
  query: string;
}

/** One's own saved filters, and the field that saves the present one. */
export const SavedFilterBar = ({ query }: SavedFilterBarProps) => {
  const { filters: saved } = usePeople();
  const { filters } = useSnapshot(saved.state);
  const text = useText();
  const name = useRef<HTMLInputElement>(null);
  const isNew = query !== "" && !filters.some((filter) => filter.query === query);
  if (filters.length === 0 && !isNew) return null;

  const save = (event: FormEvent) => {
    event.preventDefault();
    saved.save(name.current?.value ?? "", query);
  };

  return (
    <div className={styles.saved}>
      {filters.length > 0 ? (
        <ul aria-label={text("staff-people.saved")}>
          {filters.map((filter) => (
            <li key={filter.name}>
              <Link
                href={`${STAFF_PEOPLE}?${filter.query}`}
                aria-current={filter.query === query ? "true" : undefined}
              >
                <bdi>{filter.name}</bdi>
              </Link>
              <IconButton
                label={text("staff-people.saved-remove", { name: filter.name })}
                onClick={() => saved.remove(filter.name)}
                path={CROSS}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {isNew ? (
        <form onSubmit={save}>
          <input
            ref={name}
            required
            dir="auto"
            autoComplete="off"
            pattern=".*\S.*"
            maxLength={MAX_FILTER_NAME}
            aria-label={text("staff-people.saved-name")}
            placeholder={text("staff-people.saved-name")}
          />
          <button type="submit" className="button quiet">
            {text("staff-people.saved-save")}
          </button>
        </form>
      ) : null}
    </div>
  );
};
