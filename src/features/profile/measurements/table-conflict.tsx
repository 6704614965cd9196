import { Conflict } from "../../../app-context/conflict.tsx";
import { useMeasureText } from "../../../app-context/use-measure-text.ts";
import type { Measurement } from "../../../contract/measurements.ts";
import { measureName } from "../../../core/measure-messages.ts";
import { FIELD_KEYS, type FieldKey, type Values } from "../../../domain/measurements/fields.ts";
import { useText } from "../../../i18n/use-text.ts";
import { measurementMessages } from "../failure-messages.ts";
import type { EditedTable } from "./edited-table.ts";

export interface TableConflictProps {
  mine: EditedTable;
  /** The table as the school has it now. */
  theirs: Measurement;
  busy: boolean;
  onMine: () => void;
  onTheirs: (theirs: Measurement) => void;
}

/** What differs between a table and the one that was saved meanwhile, in the units of the first. */
export const TableConflict = ({ mine, theirs, ...props }: TableConflictProps) => {
  const text = useText();
  const { full } = useMeasureText(mine.units);
  const inWords = (values: Values, field: FieldKey): string => {
    const value = values[field] ?? null;
    return value === null ? "" : full(value, field);
  };
  const rows = [
    { name: "name", label: text("measuring.name"), theirs: theirs.name, mine: mine.name },
    {
      name: "units",
      label: text("measuring.units"),
      theirs: text(`measuring.${theirs.units}`),
      mine: text(`measuring.${mine.units}`),
    },
    ...FIELD_KEYS.map((field) => ({
      name: field,
      label: text(measureName(field)),
      theirs: inWords(theirs.values, field),
      mine: inWords(mine.values, field),
    })),
  ];
  return (
    <Conflict
      heading={text(measurementMessages.changed)}
      differences={rows.filter((row) => row.theirs !== row.mine)}
      busy={props.busy}
      onMine={props.onMine}
      onTheirs={() => props.onTheirs(theirs)}
    />
  );
};
