import type { ReactNode } from "react";
import type { Removal } from "../../contract/staff-people.ts";
import type { Id } from "../../contract/wire.ts";
import { useText } from "../../i18n/use-text.ts";
import { refusalMessage } from "./actions.ts";
import styles from "./person.module.css";

export interface RefusedListProps {
  refused: Removal["refused"];
  /** The names of people who are gone, by their ids. */
  people: ReadonlyMap<Id, string>;
  /** What is not done to them. */
  children: ReactNode;
}

/** Names those to whom something is not done, each with the reason. */
export const RefusedList = ({ refused, people, children }: RefusedListProps) => {
  const text = useText();
  return (
    <>
      <p>{children}</p>
      <ul className={styles.refused}>
        {refused.map(({ id, name, code }) => (
          <li key={id}>
            <bdi>{name || people.get(id)}</bdi>: {text(refusalMessage(code))}
          </li>
        ))}
      </ul>
    </>
  );
};
