import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { SelectField } from "../../../ui/select-field.tsx";
import styles from "./people.module.css";
import { type PeopleChoice, type PeopleSort, sortedBy } from "./people-choice.ts";

const SORTS = {
  name: "staff-people.column-name",
  level: "staff-people.level",
  seen: "staff-people.seen",
  registered: "staff-people.registered",
  until: "staff-people.ending",
} as const satisfies Record<PeopleSort, MessageId>;

export interface PeopleSortSelectProps {
  choice: PeopleChoice;
  onChoice: (choice: PeopleChoice) => void;
}

/** Sorts the list where a narrow screen has no room for the columns whose headings do it. */
export const PeopleSortSelect = ({ choice, onChoice }: PeopleSortSelectProps) => {
  const text = useText();
  return (
    <div className={styles.sort}>
      <SelectField
        label={text("staff-people.sort")}
        value={choice.sort}
        onChange={(event) => onChoice(sortedBy(choice, event.currentTarget.value as PeopleSort))}
      >
        {Object.entries(SORTS).map(([sort, name]) => (
          <option key={sort} value={sort}>
            {text(name)}
          </option>
        ))}
      </SelectField>
    </div>
  );
};
