import type { PersonFields } from "../../contract/staff-people.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./person.module.css";

export interface TaughtRowsProps {
  teaches: PersonFields["teaches"];
  /** The courses of the school. */
  known: readonly { id: number; title: string }[];
  disabled: boolean;
  onChange: (teaches: PersonFields["teaches"]) => void;
}

/** The courses whose students a tutor sees. */
export const TaughtRows = ({ teaches, known, disabled, onChange }: TaughtRowsProps) => {
  const text = useText();
  const { all, courses } = teaches;
  const choose = (id: number, isTaught: boolean) =>
    onChange({
      all,
      courses: isTaught ? [...courses, id] : courses.filter((each) => each !== id),
    });
  return (
    <fieldset className={styles.taught} disabled={disabled}>
      <legend>{text("staff-people.teaches")}</legend>
      <label>
        <input
          type="checkbox"
          checked={all}
          onChange={(event) => onChange({ all: event.currentTarget.checked, courses })}
        />
        {text("staff-people.teaches-all")}
      </label>
      {all
        ? null
        : known.map(({ id, title }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={courses.includes(id)}
                onChange={(event) => choose(id, event.currentTarget.checked)}
              />
              {title}
            </label>
          ))}
    </fieldset>
  );
};
