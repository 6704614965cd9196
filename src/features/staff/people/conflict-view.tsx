import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { PersonFields } from "../../../contract/staff-people.ts";
import { useText } from "../../../i18n/use-text.ts";
import table from "../../../ui/table.module.css";
import { refusalMessage } from "./actions.ts";
import { levelName } from "./levels.ts";
import styles from "./person.module.css";
import { differingFields, FIELD_NAMES, type FieldName } from "./person-fields.ts";
import { useSchoolCourses } from "./use-people.ts";

export interface ConflictViewProps {
  mine: PersonFields;
  theirs: PersonFields;
  /** Saves one's own form. @returns the code of the reason if the school has not taken it */
  onMine: () => Promise<string | null>;
  onTheirs: () => void;
}

/** Somebody else has changed the person meanwhile: shows what differs, and lets choose. */
export const ConflictView = ({ mine, theirs, onMine, onTheirs }: ConflictViewProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const titles = new Map(useSchoolCourses().map(({ id, title }) => [id, title]));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const saveMine = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setRefusal(await onMine());
    setIsBusy(false);
  };
  const day = (date: string | null, none: string) =>
    date === null ? none : formatDate(date, { dateStyle: "medium" });
  const titleOf = (id: number) => titles.get(id) ?? `#${id}`;
  const inWords = (fields: PersonFields, name: FieldName): string => {
    switch (name) {
      case "level":
        return levelName(text, fields.level);
      case "last_day":
        return day(fields.last_day, "–");
      case "courses":
        return fields.courses
          .map(({ id, from, until }) => `${titleOf(id)} (${day(from, "…")} – ${day(until, "…")})`)
          .join(", ");
      case "teaches":
        return fields.teaches.all
          ? text("staff-people.teaches-all")
          : fields.teaches.courses.map(titleOf).join(", ");
      default:
        return fields[name];
    }
  };

  return (
    <section className={`sheet ${styles.conflict}`} role="alert">
      <h2 ref={heading} tabIndex={-1}>
        {text("staff-people.conflict")}
      </h2>
      <p>{text("staff-people.conflict-help")}</p>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{text("staff-people.conflict-field")}</th>
            <th scope="col">{text("staff-people.conflict-theirs")}</th>
            <th scope="col">{text("staff-people.conflict-mine")}</th>
          </tr>
        </thead>
        <tbody>
          {differingFields(mine, theirs).map((name) => (
            <tr key={name}>
              <th scope="row">{text(FIELD_NAMES[name])}</th>
              <td>
                <bdi>{inWords(theirs, name) || "–"}</bdi>
              </td>
              <td>
                <bdi>{inWords(mine, name) || "–"}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {refusal === null ? null : <p className={styles.error}>{text(refusalMessage(refusal))}</p>}
      <p className={styles.buttons}>
        <button
          type="button"
          className="button"
          aria-disabled={isBusy || undefined}
          onClick={() => void saveMine()}
        >
          {text("staff-people.conflict-save-mine")}
        </button>
        <button type="button" className="button quiet" onClick={onTheirs}>
          {text("staff-people.conflict-take-theirs")}
        </button>
      </p>
    </section>
  );
};
