import type { InputHTMLAttributes } from "react";

interface CheckFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
  onChange: (isChecked: boolean) => void;
}

/** A box to check, with its words. */
export const CheckField = ({ className, lang, onChange, children, ...input }: CheckFieldProps) => (
  <label className={className} lang={lang}>
    <input type="checkbox" {...input} onChange={(event) => onChange(event.currentTarget.checked)} />
    {children}
  </label>
);

interface CheckListProps extends Pick<CheckFieldProps, "className" | "children"> {
  legend: string;
  options: readonly (Pick<CheckFieldProps, "lang" | "disabled"> &
    Record<"value" | "name", string>)[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Any of several values, each with a box. The one that is chosen last comes last. */
export const CheckList = ({ legend, options, chosen, onChange, ...field }: CheckListProps) => (
  <fieldset className={field.className}>
    <legend>{legend}</legend>
    {options.map(({ value, name, ...box }) => (
      <CheckField
        key={value}
        {...box}
        checked={chosen.includes(value)}
        onChange={(isChosen) =>
          onChange(isChosen ? [...chosen, value] : chosen.filter((each) => each !== value))
        }
      >
        <bdi>{name}</bdi>
      </CheckField>
    ))}
    {field.children}
  </fieldset>
);
