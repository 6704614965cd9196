import { useSnapshot } from "valtio";
import { useMeasurements } from "../../app-context/use-measurements.ts";
import type { Id } from "../../contract/wire.ts";
import { useText } from "../../i18n/use-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { Legend } from "./legend.tsx";
import { type Over, usePatterns } from "./patterns-model.ts";

/** What is laid over the draft, and how the two are told apart. */
export const OverChoice = ({ table }: { table: Id | null }) => {
  const patterns = usePatterns();
  const text = useText();
  const { over } = useSnapshot(patterns.state);
  // The list of tables follows from it.
  useSnapshot(useMeasurements().state);
  const others = patterns.tables().filter(({ id }) => String(id) !== String(table));
  return (
    <div>
      <SelectField
        label={text("patterns.lay-over")}
        value={over}
        onChange={(event) => patterns.layOver(event.currentTarget.value as Over)}
      >
        <option value="nothing">{text("patterns.over-nothing")}</option>
        <option value="before">{text("patterns.over-before")}</option>
        <option value="lessons">{text("patterns.over-lessons")}</option>
        {others.map(({ id, name }) => (
          <option key={id} value={`table/${id}`}>
            {text("patterns.over-table", { name })}
          </option>
        ))}
      </SelectField>
      <Legend isOver={over !== "nothing"} />
    </div>
  );
};
