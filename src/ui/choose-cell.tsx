import { useEffect, useRef } from "react";
import styles from "./table.module.css";

export interface ChooseCellProps {
  /** Whom or what it chooses, for screen readers. */
  label: string;
  isChosen: boolean;
  /** Whether some of several are chosen. */
  isPart?: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** The cell with the box that chooses a row, or in the head all rows. */
export const ChooseCell = ({ label, isChosen, isPart = false, onChoose }: ChooseCellProps) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <td className={styles.choose}>
      <label>
        <input
          ref={box}
          type="checkbox"
          checked={isChosen}
          aria-label={label}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </label>
    </td>
  );
};
