import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "../i18n/use-text.ts";
import { Button } from "../ui/button.tsx";
import { PlainTable } from "../ui/plain-table.tsx";
import styles from "./conflict.module.css";

/** A field that differs, in words. An empty text is none. */
export interface Difference {
  readonly name: string;
  readonly label: string;
  readonly theirs: string;
  readonly mine: string;
}

interface ConflictProps {
  heading: string;
  differences: readonly Difference[];
  busy: boolean;
  /** Saves one's own in place of the other. */
  onMine: () => void;
  onTheirs: () => void;
  /** Why one's own could not be saved. */
  children?: ReactNode;
}

/** A record was saved meanwhile, in another tab or by somebody else: shows what differs, and lets choose. */
export const Conflict = (props: ConflictProps) => {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={`sheet ${styles.conflict}`} role="alert">
      <h2 ref={heading} tabIndex={-1}>
        {props.heading}
      </h2>
      <p>{text("conflict.help")}</p>
      <PlainTable
        headings={[text("conflict.field"), text("conflict.theirs"), text("conflict.mine")]}
      >
        <tbody>
          {props.differences.map(({ name, label, theirs, mine }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>
                <bdi>{theirs || "–"}</bdi>
              </td>
              <td>
                <bdi>{mine || "–"}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {props.children}
      <p className={styles.buttons}>
        <Button disabled={props.busy} onClick={props.onMine}>
          {text("conflict.save-mine")}
        </Button>
        <Button quiet onClick={props.onTheirs}>
          {text("conflict.take-theirs")}
        </Button>
      </p>
    </section>
  );
};
