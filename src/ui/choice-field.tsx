import { SelectField, type SelectFieldProps } from "./select-field.tsx";

interface ChoiceFieldProps<Value extends string>
  extends Omit<SelectFieldProps, "children" | "onChange" | "value"> {
  value: Value;
  /** In their order. */
  options: readonly (readonly [value: Value, name: string])[];
  onChange: (value: Value) => void;
}

/** A labelled `select` of one of several values. */
export const ChoiceField = <Value extends string>({
  options,
  onChange,
  ...select
}: ChoiceFieldProps<Value>) => (
  <SelectField {...select} onChange={({ currentTarget: { value } }) => onChange(value as Value)}>
    {options.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </SelectField>
);
