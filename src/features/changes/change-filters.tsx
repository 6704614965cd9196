import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import type { ChangeChoice } from "./change-choice.ts";
import { ACTION_NAMES, KIND_NAMES } from "./change-words.ts";

export interface ChangeFiltersProps {
  choice: ChangeChoice;
  onChoice: (choice: ChangeChoice) => void;
}

/** Which changes are shown. Each choice has an address of its own. */
export const ChangeFilters = ({ choice, onChoice }: ChangeFiltersProps) => {
  const text = useText();
  const day = (name: "from" | "to", label: MessageId) => (
    <Field
      label={text(label)}
      type="date"
      value={choice[name]}
      onChange={(event) => onChoice({ ...choice, [name]: event.currentTarget.value })}
    />
  );
  const select = (
    name: "kind" | "action",
    label: MessageId,
    all: MessageId,
    names: Readonly<Record<string, MessageId>>,
  ) => (
    <SelectField
      label={text(label)}
      value={choice[name]}
      onChange={(event) => onChoice({ ...choice, [name]: event.currentTarget.value })}
    >
      <option value="">{text(all)}</option>
      {Object.entries(names).map(([value, id]) => (
        <option key={value} value={value}>
          {text(id)}
        </option>
      ))}
    </SelectField>
  );
  return (
    <FilterBar label={text("staff-audit.filters")}>
      {day("from", "staff-audit.from")}
      {day("to", "staff-audit.to")}
      {select("kind", "staff-audit.kind", "staff-audit.kind-all", KIND_NAMES)}
      {select("action", "staff-audit.action", "staff-audit.action-all", ACTION_NAMES)}
    </FilterBar>
  );
};
