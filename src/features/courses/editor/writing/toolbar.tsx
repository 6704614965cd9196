import type { StateCommand } from "@codemirror/state";
import { type KeyboardEvent, useRef } from "react";
import type { MessageId } from "../../../../i18n/message-id.ts";
import { useText } from "../../../../i18n/use-text.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { Menu } from "../../../../ui/menu.tsx";
import { newPage, toggleHeading, toggleList, toggleMark, toggleNumbers } from "./commands.ts";
import styles from "./toolbar.module.css";

interface Tool {
  readonly label: MessageId;
  readonly icon: string;
  /** Its keys, as screen readers say them. */
  readonly keys?: string;
  readonly command: StateCommand;
  /** Whether only a text with pages has it. */
  readonly ofPages?: boolean;
}

const TOOLS: readonly Tool[] = [
  {
    label: "staff-text.heading",
    icon: "M5 5v14M13 5v14M5 12h8M17 12l3-2v9",
    keys: "Control+Alt+2",
    command: toggleHeading(2),
  },
  {
    label: "staff-text.subheading",
    icon: "M5 8v11M11 8v11M5 13h6M15 12q4-2 4 1t-4 6h5",
    keys: "Control+Alt+3",
    command: toggleHeading(3),
  },
  {
    label: "staff-text.bold",
    icon: "M7 5h5q4 0 4 3.5T12 12H7zM7 12h6q4 0 4 3.5T13 19H7z",
    keys: "Control+B",
    command: toggleMark("**"),
  },
  {
    label: "staff-text.italic",
    icon: "M10 5h7M7 19h7M14 5l-4 14",
    keys: "Control+I",
    command: toggleMark("*"),
  },
  {
    label: "staff-text.list",
    icon: "M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1",
    keys: "Control+Shift+8",
    command: toggleList,
  },
  {
    label: "staff-text.numbers",
    icon: "M10 6h10M10 12h10M10 18h10M4 4l1.5-1v5M4 13q3-2 2 1l-2 3h3",
    keys: "Control+Shift+7",
    command: toggleNumbers,
  },
  {
    label: "staff-text.new-page",
    icon: "M6 3h8l4 4v14H6zM12 10v7M9 13.5h6",
    command: newPage,
    ofPages: true,
  },
];

interface ToolbarProps {
  hasPages: boolean;
  controls: string;
  inserts: readonly { readonly id: string; readonly label: MessageId }[];
  onCommand: (command: StateCommand) => void;
  onInsert: (id: string) => void;
}

/** What can be done to a text. Arrows lead from one button to the next. */
export const Toolbar = ({ hasPages, controls, inserts, onCommand, onInsert }: ToolbarProps) => {
  const text = useText();
  const root = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const buttons = [...(root.current?.querySelectorAll<HTMLElement>(":scope > button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const isBack = getComputedStyle(event.currentTarget).direction === "rtl";
    const step = { ArrowRight: isBack ? -1 : 1, ArrowLeft: isBack ? 1 : -1 }[event.key];
    const next =
      step === undefined
        ? { Home: buttons[0], End: buttons.at(-1) }[event.key]
        : buttons.at((at + step) % buttons.length);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const tools = TOOLS.filter(({ ofPages }) => !ofPages || hasPages);
  return (
    <div className={styles.bar}>
      <div
        ref={root}
        className={styles.tools}
        role="toolbar"
        aria-label={text("staff-text.tools")}
        aria-controls={controls}
        onKeyDown={move}
        tabIndex={-1}
      >
        {tools.map(({ label, icon, keys, command }) => (
          <button
            key={label}
            type="button"
            className={styles.tool}
            aria-label={text(label)}
            title={keys ? `${text(label)} (${keys.replace("Control", "Ctrl")})` : text(label)}
            aria-keyshortcuts={keys}
            // The text keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onCommand(command)}
          >
            <Icon path={icon} />
          </button>
        ))}
      </div>
      <div className={styles.insert}>
        <Menu
          label={text("staff-text.insert")}
          icon={<Icon path="M12 5v14M5 12h14" />}
          groups={[
            {
              key: "inserts",
              items: inserts.map(({ id, label }) => ({
                key: id,
                label: text(label),
                onSelect: () => onInsert(id),
              })),
            },
          ]}
          onMissing={() => {}}
        />
      </div>
    </div>
  );
};
