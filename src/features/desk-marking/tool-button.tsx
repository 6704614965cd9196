import { Icon } from "../../ui/icon.tsx";
import type { Rove } from "./use-roving-focus.ts";

export interface ToolButtonProps {
  /** Identifies the button in its toolbar. */
  name: string;
  label: string;
  /** Keys that do the same, as `aria-keyshortcuts` names them. */
  keys?: string | undefined;
  icon: string;
  rove: Rove;
  isFirst?: boolean;
  /** Absent: it is no switch. */
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** A button of the toolbar. One that does nothing now keeps its place in the order of focus. */
export const ToolButton = ({
  name,
  label,
  keys,
  icon,
  rove,
  isFirst,
  pressed,
  disabled,
  onClick,
}: ToolButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-keyshortcuts={keys}
    aria-pressed={pressed}
    aria-disabled={disabled || undefined}
    title={label}
    {...rove(name, isFirst)}
    onClick={() => {
      if (!disabled) onClick();
    }}
  >
    <Icon path={icon} />
  </button>
);
