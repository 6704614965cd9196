import { useSnapshot } from "valtio";
import { type Choice, optionsOf } from "../../app-context/pattern-choice.ts";
import type { Units } from "../../domain/measurements/fields.ts";
import type { BlockOption } from "../../drafting/block.ts";
import { useText } from "../../i18n/use-text.ts";
import { OptionField } from "./option-field.tsx";
import styles from "./options.module.css";
import { usePatterns } from "./patterns-model.ts";

/** The options of the chosen block, and the way back from a change. */
export const OptionForm = ({ units }: { units: Units }) => {
  const patterns = usePatterns();
  const text = useText();
  const { blocks, history } = useSnapshot(patterns.state);
  const values = optionsOf(history.present as Choice);
  const block = blocks?.find(({ id }) => id === history.present.block);
  const valueIn = (name: string) =>
    values[name] ?? block?.options.find((option) => option.name === name)?.start;
  const shown = block?.options.filter(
    ({ where }) => !where || where.choices.includes(String(valueIn(where.option))),
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
      {shown?.map((option) => (
        <OptionField
          key={`${block?.id}/${option.name}`}
          option={option as BlockOption}
          value={values[option.name] ?? option.start}
          units={units}
          onChange={(value) => patterns.setOption(option.name, value)}
          onSettle={patterns.settle}
        />
      ))}
    </section>
  );
};
