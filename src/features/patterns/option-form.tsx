import { useSnapshot } from "valtio";
import { type Choice, optionsOf } from "../../app-context/pattern-choice.ts";
import type { Units } from "../../domain/measurements/fields.ts";
import { type BlockOption, optionsWithEffect } from "../../drafting/block.ts";
import { useText } from "../../i18n/use-text.ts";
import { OptionField } from "./option-field.tsx";
import styles from "./options.module.css";
import { usePatterns } from "./patterns-model.ts";

export interface OptionFormProps {
  /** What is shown: another block that has been chosen may still be on its way. */
  block: string;
  options: readonly BlockOption[];
  units: Units;
}

/** The options of the shown block, and the way back from a change. */
export const OptionForm = ({ block, options, units }: OptionFormProps) => {
  const patterns = usePatterns();
  const text = useText();
  const { history } = useSnapshot(patterns.state);
  const values = optionsOf({ ...(history.present as Choice), block });
  const shown = optionsWithEffect(options, values);
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
      {shown.map((option) => (
        <OptionField
          key={`${block}/${option.name}`}
          option={option}
          value={values[option.name] ?? option.start}
          units={units}
          onChange={(value) => patterns.setOption(option.name, value)}
          onSettle={patterns.settle}
        />
      ))}
    </section>
  );
};
