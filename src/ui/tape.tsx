import type { CSSProperties } from "react";
import styles from "./tape.module.css";

export interface TapeProps {
  value: number;
  max: number;
  /** What is measured. */
  label: string;
  /** The value in words. */
  text?: string;
  /** Marks one length for each of the whole's parts. */
  parts?: number;
}

/** Progress as a tape measure. */
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
