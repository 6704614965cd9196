import { useState } from "react";
import { useIntl } from "react-intl";
import { Conflict } from "../../app-context/conflict.tsx";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { levelName } from "../../app-context/levels.ts";
import type { PersonFields } from "../../contract/staff-people.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { useBusy } from "../../ui/use-busy.ts";
import { peopleMessages } from "./actions.ts";
import styles from "./person.module.css";
import { differingFields, FIELD_NAMES, type FieldName } from "./person-fields.ts";
import { useSchoolCourses } from "./use-people.ts";

export interface ConflictViewProps {
  mine: PersonFields;
  theirs: PersonFields;
  /** Saves one's own form. @returns why the school has not taken it */
  onMine: () => Promise<CallFailure | null>;
  onTheirs: () => void;
}

/** Somebody else has changed the person meanwhile: shows what differs, and lets choose. */
export const ConflictView = ({ mine, theirs, onMine, onTheirs }: ConflictViewProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const [isBusy, whileBusy] = useBusy();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const titles = new Map(useSchoolCourses().map(({ id, title }) => [id, title]));

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
      onMine={() => void whileBusy(async () => setFailure(await onMine()))}
      onTheirs={onTheirs}
    >
      <FailureNotice failure={failure} messages={peopleMessages} className={styles.error} />
    </Conflict>
  );
};
