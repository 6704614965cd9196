import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";
import styles from "./icon-button.module.css";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "className" | "ref"> {
  /** Its accessible name. */
  label: string;
  /** Its icon, in a view box of 24 by 24. */
  path: string;
}

/** A button that shows an icon alone. */
export const IconButton = ({ label, path, ...button }: IconButtonProps) => (
  <button type="button" {...button} className={styles.button} aria-label={label}>
    <Icon path={path} />
  </button>
);
