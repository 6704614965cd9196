import type { CSSProperties } from "react";
import styles from "./tape.module.css";

export interface TapeProps {
  value: number;
  max: number;
  /** What is measured. */
  label: string;
}

/** Progress as a tape measure. */
export const Tape = ({ value, max, label }: TapeProps) => (
  <div
    className={styles.tape}
    role="progressbar"
    aria-label={label}
    aria-valuenow={value}
    aria-valuemin={0}
    aria-valuemax={max}
    style={{ "--value": max > 0 ? value / max : 0 } as CSSProperties}
  />
);
