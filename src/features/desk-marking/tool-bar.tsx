import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import type { Ink } from "../../contract/drawing.ts";
import { INK_COLOURS } from "../../domain/drawing.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./marking.module.css";
import type { Marking, Tool } from "./marking.ts";
import { type MarkingActions, ZOOM_STEP } from "./use-marking-keys.ts";

/** The tools in the order of the bar, with their names and icons. */
const TOOLS: Readonly<Record<Tool, readonly [name: MessageId, icon: string]>> = {
  pen: ["marking.pen", "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4"],
  line: ["marking.line", "M4 20 20 4"],
  arrow: ["marking.arrow", "M4 20 19 5M9 5h10v10"],
  text: ["marking.text", "M5 8V5h14v3M12 5v14m-3 0h6"],
  measure: ["marking.measure", "M3 15 15 3l6 6L9 21zM7 11l2 2m1-5 3 3m0-6 2 2"],
  pin: ["marking.pin", "M12 21c-4-5-6-7.5-6-11a6 6 0 0 1 12 0c0 3.5-2 6-6 11zM12 8v4m-2-2h4"],
  hand: [
    "marking.hand",
    "M8 13V6.5a1.5 1.5 0 0 1 3 0V11m0-6a1.5 1.5 0 0 1 3 0v6m0-4.5a1.5 1.5 0 0 1 3 0V15q0 6-5.5 6-4 0-6-4l-2.3-4a1.5 1.5 0 0 1 2.6-1.5L8 14",
  ],
};

interface ButtonState {
  /** Keys that do the same, as `aria-keyshortcuts` names them. */
  keys?: string | undefined;
  /** Absent: it is no switch. */
  isPressed?: boolean;
  /** One that does nothing now has its place in the order of focus all the same. */
  isDisabled?: boolean;
  className?: string | undefined;
}

interface ToolBarProps {
  marking: Marking;
  /** Nothing can be changed. */
  readOnly: boolean;
  actions: MarkingActions;
  pages: number;
  /** 1: the whole page is in sight. */
  zoom: number;
}

/** What can be done with a page, as one toolbar: Tab reaches one of its buttons, arrow keys move among all. */
export const ToolBar = ({ marking, readOnly, actions, pages, zoom }: ToolBarProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<MessageId>(readOnly ? "marking.zoom-out" : "marking.pen");
  const state = useSnapshot(marking.state);
  const { page } = state;
  const isEmpty = marking.pageOf(state.pages, page).shapes.length === 0;
  const isWhole = zoom <= 1;

  const moveFocus = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    if (at < 0) return;
    const right = bar.current?.closest("[dir]")?.getAttribute("dir") === "rtl" ? -1 : 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: right,
      ArrowLeft: -right,
      ArrowDown: 1,
      ArrowUp: -1,
      Home: -at,
      End: buttons.length - 1 - at,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    buttons.at((at + step) % buttons.length)?.focus();
  };

  /** @param shows the path of its icon, or a picture */
  const button = (
    label: MessageId,
    shows: ReactNode,
    onClick: () => void,
    { keys, isPressed, isDisabled, className }: ButtonState = {},
  ) => (
    <button
      key={label}
      type="button"
      className={className}
      aria-label={text(label)}
      aria-keyshortcuts={keys}
      aria-pressed={isPressed}
      aria-disabled={isDisabled || undefined}
      title={text(label)}
      tabIndex={label === stop ? 0 : -1}
      onFocus={() => setStop(label)}
      onClick={() => isDisabled || onClick()}
    >
      {typeof shows === "string" ? <Icon path={shows} /> : shows}
    </button>
  );

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={text("marking.tools")}
      className={styles.bar}
      onKeyDown={moveFocus}
    >
      {readOnly ? null : (
        <>
          <div className={styles.group}>
            {(Object.keys(TOOLS) as Tool[]).map((tool) =>
              button(...TOOLS[tool], () => marking.selectTool(tool), {
                keys: tool === "pin" ? "p" : undefined,
                isPressed: state.tool === tool,
              }),
            )}
          </div>
          <div className={styles.group}>
            {(Object.keys(INK_COLOURS) as Ink[]).map((ink) =>
              button(
                `marking.${ink}`,
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <circle
                    cx="12"
                    cy="12"
                    r="9"
                    fill={INK_COLOURS[ink]}
                    stroke="#fff"
                    strokeWidth="3"
                  />
                </svg>,
                () => marking.selectInk(ink),
                { className: styles.ink, isPressed: state.ink === ink },
              ),
            )}
          </div>
          <div className={styles.group}>
            {button("marking.undo", "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-4", marking.undo, {
              keys: "Control+Z",
              isDisabled: !state.canUndo,
            })}
            {button("marking.redo", "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h4", marking.redo, {
              keys: "Control+Shift+Z",
              isDisabled: !state.canRedo,
            })}
            {button(
              "marking.delete-one",
              "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5m3-5v5",
              marking.removeOne,
              { keys: "Delete", isDisabled: isEmpty },
            )}
            {button("marking.clear", "M4 4h16v16H4zM9 9l6 6m0-6-6 6", marking.clear, {
              isDisabled: isEmpty,
            })}
          </div>
        </>
      )}
      <div className={styles.group}>
        {button("marking.zoom-out", "M5 12h14", () => actions.zoomBy(1 / ZOOM_STEP), {
          keys: "-",
          isDisabled: isWhole,
        })}
        {button("marking.zoom-in", "M5 12h14M12 5v14", () => actions.zoomBy(ZOOM_STEP), {
          keys: "+",
        })}
        {button("marking.whole", "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5", actions.showWhole, {
          keys: "0",
          isDisabled: isWhole,
        })}
        <output className={styles.zoom}>
          {formatNumber(zoom, { style: "percent", maximumFractionDigits: 0 })}
        </output>
      </div>
      {readOnly ? null : (
        <div className={styles.group}>
          {button("marking.turn-left", "M4 4v5h5M4.5 9A8 8 0 1 1 4 14", () => actions.turn(-90), {
            keys: "[",
          })}
          {button(
            "marking.turn-right",
            "M20 4v5h-5M19.5 9A8 8 0 1 0 20 14",
            () => actions.turn(90),
            { keys: "]" },
          )}
        </div>
      )}
      {pages > 1 ? (
        <div className={styles.group}>
          {button("marking.page-before", "M12 19V5m-6 6 6-6 6 6", () => actions.goBy(-1), {
            keys: "PageUp",
            isDisabled: page <= 1,
          })}
          <output className={styles.pages}>{text("marking.page", { page, pages })}</output>
          {button("marking.page-after", "M12 5v14m-6-6 6 6 6-6", () => actions.goBy(1), {
            keys: "PageDown",
            isDisabled: page >= pages,
          })}
        </div>
      ) : null}
    </div>
  );
};
