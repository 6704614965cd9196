import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  KNOWN_LENGTHS,
  type LengthUnit,
  MM_PER_UNIT,
  parseLength,
} from "../../domain/drawn-length.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import styles from "./marking.module.css";

interface LengthFormProps {
  /** The unit that is offered first. */
  unit: LengthUnit;
  onLength: (mm: number, unit: LengthUnit) => void;
  onCancel: () => void;
}

/** Asks how long the line is that gives the page its scale. */
export const LengthForm = ({ unit: first, onLength, onCancel }: LengthFormProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const heading = useId();
  const form = useRef<HTMLFormElement>(null);
  const [unit, setUnit] = useState(first);
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);

  // The person has just drawn the line that this asks for.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  const limit = (mm: number) =>
    formatNumber(mm / MM_PER_UNIT[unit], { maximumFractionDigits: unit === "cm" ? 1 : 2 });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const mm = parseLength(typed, unit);
    if (mm !== null) onLength(mm, unit);
    else setIsWrong(true);
  };

  return (
    <form
      ref={form}
      className={styles.ask}
      aria-labelledby={heading}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <p id={heading}>{text("marking.length-ask")}</p>
      <Field
        label={text("marking.length")}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsWrong(false);
        }}
        error={
          isWrong
            ? text("marking.length-wrong", {
                least: limit(KNOWN_LENGTHS.least),
                most: limit(KNOWN_LENGTHS.most),
              })
            : undefined
        }
      />
      <SelectField
        label={text("marking.length-unit")}
        value={unit}
        onChange={(event) => {
          setUnit(event.target.value as LengthUnit);
          setIsWrong(false);
        }}
      >
        <option value="cm">{text("marking.unit-cm")}</option>
        <option value="inch">{text("marking.unit-inch")}</option>
      </SelectField>
      <p className={styles.buttons}>
        <Button type="submit">{text("marking.length-set")}</Button>
        <Button quiet onClick={onCancel}>
          {text("marking.cancel")}
        </Button>
      </p>
    </form>
  );
};
