import { levelName } from "../../app-context/levels.ts";
import type { PEOPLE_ENDING, PEOPLE_STATES, PEOPLE_UNSEEN } from "../../contract/staff-people.ts";
import { LEVELS } from "../../domain/roles.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import type { PeopleChoice } from "./people-choice.ts";
import { useSchoolCourses } from "./use-people.ts";

const STATES = {
  active: "staff-people.state-active",
  blocked: "staff-people.state-blocked",
  "no-password": "staff-people.state-no-password",
  "no-mail": "staff-people.state-no-mail",
} as const satisfies Record<(typeof PEOPLE_STATES)[number], MessageId>;

const UNSEEN = {
  "30": "staff-people.unseen-30",
  "90": "staff-people.unseen-90",
  never: "staff-people.unseen-never",
} as const satisfies Record<(typeof PEOPLE_UNSEEN)[number], MessageId>;

const ENDING = {
  "this-month": "staff-people.ending-this-month",
  "next-month": "staff-people.ending-next-month",
} as const satisfies Record<(typeof PEOPLE_ENDING)[number], MessageId>;

interface ChoiceSelectProps {
  label: string;
  value: string | null;
  /** Values with their names. */
  options: readonly (readonly [value: string, name: string])[];
  onChoose: (value: string | null) => void;
}

const ChoiceSelect = ({ label, value, options, onChoose }: ChoiceSelectProps) => {
  const text = useText();
  return (
    <SelectField
      label={label}
      value={value ?? ""}
      onChange={(event) => onChoose(event.currentTarget.value || null)}
    >
      <option value="">{text("staff-people.any")}</option>
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </SelectField>
  );
};

export interface PeopleFiltersProps {
  choice: PeopleChoice;
  onChoice: (choice: PeopleChoice) => void;
}

/** The filters of the list of people. */
export const PeopleFilters = ({ choice, onChoice }: PeopleFiltersProps) => {
  const text = useText();
  const courses = useSchoolCourses();
  const named = (messages: Readonly<Record<string, MessageId>>) =>
    Object.entries(messages).map(([value, name]) => [value, text(name)] as const);
  const choose =
    <Name extends keyof PeopleChoice>(name: Name) =>
    (value: string | null) =>
      onChoice({ ...choice, [name]: value });
  return (
    <FilterBar label={text("staff-people.filters")}>
      <ChoiceSelect
        label={text("staff-people.course")}
        value={choice.course}
        options={courses.map(({ id, title }) => [String(id), title])}
        onChoose={choose("course")}
      />
      <ChoiceSelect
        label={text("staff-people.level")}
        value={choice.level}
        options={LEVELS.map((level) => [String(level), levelName(text, level)])}
        onChoose={choose("level")}
      />
      <ChoiceSelect
        label={text("staff-people.seen")}
        value={choice.unseen}
        options={named(UNSEEN)}
        onChoose={choose("unseen")}
      />
      <ChoiceSelect
        label={text("staff-people.ending")}
        value={choice.ending}
        options={named(ENDING)}
        onChoose={choose("ending")}
      />
      <ChoiceSelect
        label={text("staff-people.state")}
        value={choice.state}
        options={named(STATES)}
        onChoose={choose("state")}
      />
    </FilterBar>
  );
};
