import type { ReactNode } from "react";
import styles from "./switch.module.css";

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The change is under way. */
  busy?: boolean;
  /** Ids of what describes it. */
  describedBy?: string;
  children: ReactNode;
}

/** Something that is on or off from the moment it is pressed. */
export const Switch = ({ checked, onChange, busy, describedBy, children }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className={styles.switch}
    aria-checked={checked}
    aria-disabled={busy || undefined}
    aria-describedby={describedBy}
    onClick={() => onChange(!checked)}
  >
    {children}
  </button>
);
