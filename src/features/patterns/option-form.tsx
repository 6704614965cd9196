import { memo, useId, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { type Choice, optionsOf } from "../../app-context/pattern-choice.ts";
import { choiceNames, nameIn, optionName } from "../../core/pattern-messages.ts";
import type { Units } from "../../domain/measurements/fields.ts";
import { fromInchParts, toInchParts } from "../../domain/measurements/format-measure.ts";
import { parseMeasure } from "../../domain/measurements/parse-measure.ts";
import {
  type BlockOption,
  type ChoiceOption,
  type NumberOption,
  type OptionValues,
  optionsWithEffect,
} from "../../drafting/block.ts";
import { useText } from "../../i18n/use-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import styles from "./options.module.css";
import { ANY_LENGTH, useLengthText, useOptionText } from "./pattern-texts.ts";
import { usePatterns } from "./patterns-model.ts";

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
      label={optionName(text, option.name)}
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

/** How a slider goes over the range of a number. */
interface Track {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** From the number to what the slider shows, and back. */
  readonly to: (value: number) => number;
  readonly from: (shown: number) => number;
}

const PARTS = 16;
const IN_AN_INCH = 2.54;

/** In inches a slider goes by the fraction of a tape that is next below its step, and stops at such fractions. */
const trackInInches = ({ min, max, step }: NumberOption): Track => {
  const inParts = (cm: number) => (cm * PARTS) / IN_AN_INCH;
  const by = 2 ** Math.floor(Math.log2(Math.max(1, inParts(step))));
  return {
    min: Math.ceil(inParts(min) / by) * by,
    max: Math.floor(inParts(max) / by) * by,
    step: by,
    to: (value) => toInchParts(value, PARTS),
    from: (shown) => fromInchParts(shown, PARTS),
  };
};

const same = (value: number): number => value;

/** A minus sign, which no measure of a body has. */
const MINUS = /^[\s\p{Cf}]*[\p{Pd}−]/u;

/** A number as one types it, with a slider for its range. What is outside of the range has no effect. */
const NumberField = (props: FieldProps<NumberOption>) => {
  const { option, units, onChange, onSettle } = props;
  const { name, min, max } = option;
  const value = Number(props.value);
  const text = useText();
  const { formatNumber } = useIntl();
  const length = useLengthText(units);
  const optionText = useOptionText(units);
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const isLength = option.unit === "cm";
  const inInches = isLength && units === "in";
  const track: Track = inInches ? trackInInches(option) : { ...option, to: same, from: same };
  const number = (given: number) => (isLength ? length.number(given) : formatNumber(given));

  const read = (input: string): number | null => {
    const [minus = ""] = MINUS.exec(input) ?? [];
    const size = input.slice(minus.length);
    const unit = isLength ? units : "cm";
    const parsed = parseMeasure(size, ANY_LENGTH, unit, Math.abs(value), PARTS);
    if (parsed.kind !== "value") return null;
    const given = minus ? 0 - parsed.value : parsed.value;
    if (given < min || given > max) return null;
    return isLength || Number.isInteger(given) ? given : null;
  };
  const isWrong = typed !== null && typed.trim() !== "" && read(typed) === null;
  const end = () => {
    setTyped(null);
    onSettle();
  };
  return (
    <div className={styles.option}>
      <label htmlFor={id}>{optionName(text, name)}</label>
      <span className={styles.number}>
        <input
          id={id}
          // A phone's keys for numbers have neither fractions nor a minus.
          inputMode={inInches || min < 0 ? "text" : "decimal"}
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
        <span id={`${id}u`}>{isLength ? length.unit : option.unit === "percent" ? "%" : null}</span>
      </span>
      <input
        type="range"
        className={styles.slider}
        aria-label={optionName(text, name)}
        aria-valuetext={optionText(option, value)}
        min={track.min}
        max={track.max}
        step={track.step}
        value={track.to(value)}
        onChange={({ currentTarget }) => {
          setTyped(null);
          onChange(track.from(Number(currentTarget.value)));
        }}
        onPointerUp={onSettle}
        onBlur={onSettle}
      />
      <p id={`${id}e`} className={styles.wrong}>
        {isWrong
          ? text("patterns.from-to", {
              least: optionText(option, track.from(track.min)),
              most: optionText(option, track.from(track.max)),
            })
          : null}
      </p>
    </div>
  );
};

/** It is drawn again when its own value changes: a slider that is dragged changes one of twenty fields. */
const OptionField = memo(
  ({ option, ...shown }: Pick<FieldProps<BlockOption>, "option" | "value" | "units">) => {
    const patterns = usePatterns();
    const props = {
      ...shown,
      onChange: (value: OptionValues[string]) => patterns.setOption(option.name, value),
      onSettle: patterns.settle,
    };
    return option.kind === "choice" ? (
      <ChoiceField {...props} option={option} />
    ) : (
      <NumberField {...props} option={option} />
    );
  },
);

interface OptionFormProps {
  /** What is shown: another block that has been chosen may still be on its way. */
  block: string;
  options: readonly BlockOption[];
  /** The allowances of single edges. */
  edges: readonly NumberOption[];
  units: Units;
}

/** The options of the shown block, and the way back from a change. It is drawn when one of them changes. */
export const OptionForm = memo(({ block, options, edges, units }: OptionFormProps) => {
  const patterns = usePatterns();
  const text = useText();
  const { history } = useSnapshot(patterns.state);
  const values = optionsOf({ ...(history.present as Choice), block });
  const shown = optionsWithEffect(options, values);
  const field = (option: BlockOption) => (
    <OptionField
      key={`${block}/${option.name}`}
      option={option}
      value={values[option.name] ?? option.start}
      units={units}
    />
  );
  const button = (label: string, run: () => void, isPossible: boolean) => (
    <button
      type="button"
      className="button quiet"
      aria-disabled={!isPossible || undefined}
      onClick={run}
    >
      {label}
    </button>
  );
  return (
    <section className={styles.options} aria-label={text("patterns.options")}>
      <div className={styles.buttons}>
        {button(text("patterns.undo"), patterns.undo, history.past.length > 0)}
        {button(text("patterns.redo"), patterns.redo, history.future.length > 0)}
        {button(
          text("patterns.reset"),
          () => {
            if (Object.keys(values).length > 0) patterns.reset();
          },
          Object.keys(values).length > 0,
        )}
      </div>
      {shown.map(field)}
      {edges.length > 0 ? (
        <details>
          <summary>{text("patterns.other-allowances")}</summary>
          {edges.map(field)}
        </details>
      ) : null}
    </section>
  );
});
