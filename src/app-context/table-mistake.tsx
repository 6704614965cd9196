import { useId, useState } from "react";
import type { Values } from "../domain/measurements/fields.ts";
import {
  type TableMistake as Mistake,
  tableMistake,
} from "../domain/measurements/table-mistake.ts";
import { useText } from "../i18n/use-text.ts";
import { Button } from "../ui/button.tsx";
import styles from "./conflict.module.css";

interface TableMistakeProps {
  values: Values;
  /** Takes the values without the mistake. */
  onMend: (mended: Values) => void;
}

/** Asks about a mistake that goes through a whole table, with a button that mends it. */
export const TableMistake = ({ values, onMend }: TableMistakeProps) => {
  const text = useText();
  const id = useId();
  const [isDismissed, setDismissed] = useState<Mistake | null>(null);
  const found = tableMistake(values);
  if (!found || found.mistake === isDismissed) return null;
  return (
    <section className={`sheet ${styles.conflict}`} aria-labelledby={id}>
      <p id={id} role="status">
        {text(`measuring.mistake.${found.mistake}`)}
      </p>
      <div className={styles.buttons}>
        <Button onClick={() => onMend(found.mended)}>
          {text(`measuring.mend.${found.mistake}`)}
        </Button>
        <Button quiet onClick={() => setDismissed(found.mistake)}>
          {text("measuring.mistake.right")}
        </Button>
      </div>
    </section>
  );
};
