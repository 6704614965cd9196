import { type ReactNode, useId, useState } from "react";
import { foldText } from "../../../../domain/search-text.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { SearchField } from "../../../../ui/search-field.tsx";
import styles from "./inserts.module.css";

export interface Choice {
  readonly id: string;
  readonly name: string;
  /** What else is searched, and shown in small below the name. */
  readonly note?: string;
  /** The language of the name, if it is another one than that of the interface. */
  readonly language?: string;
  readonly picture?: ReactNode;
  /** Whether it stays in sight, whatever is searched. */
  readonly stays?: boolean;
}

/** The most choices that are shown at once; the search finds the others. */
const MOST_SHOWN = 60;

interface ChoiceListProps {
  label: string;
  choices: readonly Choice[];
  /** The id of the one that is chosen; one that no choice has, such as null: none. */
  value: string | null;
  onChange: (id: string) => void;
}

/** One of many, found by a search, chosen by mouse or arrow keys. */
export const ChoiceList = ({ label, choices, value, onChange }: ChoiceListProps) => {
  const text = useText();
  const id = useId();
  const [search, setSearch] = useState("");
  const wanted = foldText(search);
  const found = choices.filter(
    ({ name, note = "", stays }) => !stays && foldText(`${name} ${note}`).includes(wanted),
  );
  const chosen = choices.find((choice) => choice.id === value);
  const first = found.slice(0, MOST_SHOWN);
  // What is chosen stays in sight when the search does not find it.
  const above = choices.filter((each) => each.stays || (each === chosen && !first.includes(each)));
  const shown = [...above, ...first];
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      <SearchField
        label={text("staff-text.search")}
        value={search}
        onChange={setSearch}
        // Choices may not be there yet: without a search, nobody is told that nothing was found.
        result={search || first.length > 0 ? text("staff-text.found", { count: found.length }) : ""}
      />
      <div className={styles.list}>
        {shown.map((choice) => (
          <label key={choice.id} className={styles.choice}>
            <input
              type="radio"
              name={id}
              value={choice.id}
              checked={choice.id === value}
              onChange={() => onChange(choice.id)}
            />
            {choice.picture}
            <span>
              <bdi lang={choice.language}>{choice.name}</bdi>
              {choice.note ? <small dir="auto">{choice.note}</small> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
