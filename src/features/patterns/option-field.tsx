import { useId, useState } from "react";
import { useIntl } from "react-intl";
import { choiceNames, nameIn, optionNames } from "../../core/pattern-messages.ts";
import type { Units } from "../../domain/measurements/fields.ts";
import { parseMeasure } from "../../domain/measurements/parse-measure.ts";
import type {
  BlockOption,
  ChoiceOption,
  NumberOption,
  OptionValues,
} from "../../drafting/block.ts";
import { useText } from "../../i18n/use-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import styles from "./options.module.css";
import { ANY_LENGTH, useLengthText } from "./use-length-text.ts";

interface FieldProps<Option extends BlockOption> {
  option: Option;
  value: OptionValues[string];
  units: Units;
  onChange: (value: OptionValues[string]) => void;
  /** Called when the person has finished a change. */
  onSettle: () => void;
}

const ChoiceField = ({ option, value, onChange, onSettle }: FieldProps<ChoiceOption>) => {
  const text = useText();
  return (
    <SelectField
      label={nameIn(text, optionNames, option.name)}
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value);
        onSettle();
      }}
    >
      {option.choices.map((choice) => (
        <option key={choice} value={choice}>
          {nameIn(text, choiceNames, choice)}
        </option>
      ))}
    </SelectField>
  );
};

/** A number as one types it, with a slider for its range. What is outside of the range has no effect. */
const NumberField = (props: FieldProps<NumberOption>) => {
  const { option, units, onChange, onSettle } = props;
  const { name, min, max, step } = option;
  const value = Number(props.value);
  const text = useText();
  const { formatNumber } = useIntl();
  const length = useLengthText(units);
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const isLength = option.unit === "cm";
  const number = (given: number) => (isLength ? length.number(given) : formatNumber(given));
  const full = (given: number) => (isLength ? length.full(given) : formatNumber(given));

  const read = (input: string): number | null => {
    const parsed = parseMeasure(input, ANY_LENGTH, isLength ? units : "cm", value);
    if (parsed.kind !== "value" || parsed.value < min || parsed.value > max) return null;
    return isLength || Number.isInteger(parsed.value) ? parsed.value : null;
  };
  const isWrong = typed !== null && typed.trim() !== "" && read(typed) === null;
  const end = () => {
    setTyped(null);
    onSettle();
  };
  return (
    <div className={styles.option}>
      <label htmlFor={id}>{nameIn(text, optionNames, name)}</label>
      <span className={styles.number}>
        <input
          id={id}
          inputMode={isLength && units === "in" ? "text" : "decimal"}
          autoComplete="off"
          maxLength={200}
          dir="ltr"
          value={typed ?? number(value)}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}u ${id}e`}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            const next = read(currentTarget.value);
            if (next !== null) onChange(next);
          }}
          onBlur={end}
        />
        <span id={`${id}u`}>{isLength ? length.unit : null}</span>
      </span>
      <input
        type="range"
        className={styles.slider}
        aria-label={nameIn(text, optionNames, name)}
        aria-valuetext={full(value)}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={({ currentTarget }) => {
          setTyped(null);
          onChange(Number(currentTarget.value));
        }}
        onPointerUp={onSettle}
        onBlur={onSettle}
      />
      <p id={`${id}e`} className={styles.wrong}>
        {isWrong ? text("patterns.from-to", { least: full(min), most: full(max) }) : null}
      </p>
    </div>
  );
};

/** An option of a block. */
export const OptionField = (props: FieldProps<BlockOption>) => {
  const { option } = props;
  return option.kind === "choice" ? (
    <ChoiceField {...props} option={option} />
  ) : (
    <NumberField {...props} option={option} />
  );
};
