import type { CSSProperties } from "react";
import styles from "./tape.module.css";

interface TapeProps {
  value: number;
  max: number;
  /** The accessible name. */
  label: string;
  /** The value as text, for screen readers. */
  text?: string;
  /** The number of parts that marks divide the tape into. */
  parts?: number;
}

/** A progress bar that looks like a tape measure. */
export const Tape = ({ value, max, label, text, parts }: TapeProps) => (
  <div
    className={styles.tape}
    role="progressbar"
    aria-label={label}
    aria-valuenow={value}
    aria-valuemin={0}
    aria-valuemax={max}
    aria-valuetext={text}
    style={{ "--value": max > 0 ? value / max : 0, "--parts": parts } as CSSProperties}
  />
);
