import { useState } from "react";
import { useIntl } from "react-intl";
import { Conflict } from "../../app-context/conflict.tsx";
import { levelName } from "../../app-context/levels.ts";
import type { PersonFields } from "../../contract/staff-people.ts";
import { useText } from "../../i18n/use-text.ts";
import { refusalMessage } from "./actions.ts";
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

  const saveMine = async () => {
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
    <Conflict
      heading={text("staff-people.conflict")}
      differences={differingFields(mine, theirs).map((name) => ({
        name,
        label: text(FIELD_NAMES[name]),
        theirs: inWords(theirs, name),
        mine: inWords(mine, name),
      }))}
      busy={isBusy}
      onMine={() => void saveMine()}
      onTheirs={onTheirs}
    >
      {refusal === null ? null : <p className={styles.error}>{text(refusalMessage(refusal))}</p>}
    </Conflict>
  );
};
