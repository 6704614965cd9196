import type { ReactNode } from "react";
import styles from "./switch.module.css";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Whether a change is being saved. */
  busy?: boolean;
  /** Ids of the elements that describe it, separated by spaces. */
  describedBy?: string;
  children: ReactNode;
}

/** A switch (role `switch`). A press takes effect at once. */
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
