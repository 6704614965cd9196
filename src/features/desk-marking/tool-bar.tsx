import type { Ink } from "../../contract/drawing.ts";
import { INK_COLOURS } from "../../domain/drawing.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./marking.module.css";
import type { Marking, Tool } from "./marking.ts";
import { INK_MESSAGES } from "./shape-words.ts";
import { ToolButton } from "./tool-button.tsx";
import {
  AFTER,
  BEFORE,
  CLEAR,
  DELETE,
  REDO,
  TOOL_ICONS,
  TURN_LEFT,
  TURN_RIGHT,
  UNDO,
  WHOLE,
  ZOOM_IN,
  ZOOM_OUT,
} from "./tool-icons.ts";
import { type MarkingKeys, ZOOM_STEP } from "./use-marking-keys.ts";
import { useRovingFocus } from "./use-roving-focus.ts";

const TOOLS = {
  pen: "marking.pen",
  line: "marking.line",
  arrow: "marking.arrow",
  text: "marking.text",
  measure: "marking.measure",
  pin: "marking.pin",
  hand: "marking.hand",
} as const satisfies Record<Tool, MessageId>;

const entriesOf = <Key extends string, Value>(table: Readonly<Record<Key, Value>>) =>
  Object.entries(table) as [Key, Value][];

export interface ToolBarProps {
  marking: Marking;
  /** Nothing can be changed. */
  readOnly: boolean;
  actions: MarkingKeys;
  tool: Tool;
  ink: Ink;
  page: number;
  pages: number;
  /** Whether the page has shapes. */
  hasShapes: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** The zoom in percent. */
  zoom: string;
  isWhole: boolean;
}

/** What can be done with a page, as one toolbar. */
export const ToolBar = ({ marking, readOnly, actions, ...state }: ToolBarProps) => {
  const { page, pages } = state;
  const text = useText();
  const { bar, onKeyDown, rove } = useRovingFocus();

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={text("marking.tools")}
      className={styles.bar}
      onKeyDown={onKeyDown}
    >
      {readOnly ? null : (
        <>
          <div className={styles.group}>
            {entriesOf(TOOLS).map(([tool, message], index) => (
              <ToolButton
                key={tool}
                name={tool}
                label={text(message)}
                icon={TOOL_ICONS[tool]}
                keys={tool === "pin" ? "p" : undefined}
                rove={rove}
                isFirst={index === 0}
                pressed={state.tool === tool}
                onClick={() => marking.selectTool(tool)}
              />
            ))}
          </div>
          <div className={styles.group}>
            {entriesOf(INK_COLOURS).map(([ink, colour]) => (
              <button
                key={ink}
                type="button"
                className={styles.ink}
                aria-label={text(INK_MESSAGES[ink])}
                aria-pressed={state.ink === ink}
                title={text(INK_MESSAGES[ink])}
                {...rove(ink)}
                onClick={() => marking.selectInk(ink)}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <circle cx="12" cy="12" r="9" fill={colour} stroke="#fff" strokeWidth="3" />
                </svg>
              </button>
            ))}
          </div>
          <div className={styles.group}>
            <ToolButton
              name="undo"
              label={text("marking.undo")}
              keys="Control+Z"
              icon={UNDO}
              rove={rove}
              disabled={!state.canUndo}
              onClick={marking.undo}
            />
            <ToolButton
              name="redo"
              label={text("marking.redo")}
              keys="Control+Shift+Z"
              icon={REDO}
              rove={rove}
              disabled={!state.canRedo}
              onClick={marking.redo}
            />
            <ToolButton
              name="delete"
              label={text("marking.delete-one")}
              keys="Delete"
              icon={DELETE}
              rove={rove}
              disabled={!state.hasShapes}
              onClick={marking.removeOne}
            />
            <ToolButton
              name="clear"
              label={text("marking.clear")}
              icon={CLEAR}
              rove={rove}
              disabled={!state.hasShapes}
              onClick={marking.clear}
            />
          </div>
        </>
      )}
      <div className={styles.group}>
        <ToolButton
          name="out"
          label={text("marking.zoom-out")}
          keys="-"
          icon={ZOOM_OUT}
          rove={rove}
          isFirst={readOnly}
          disabled={state.isWhole}
          onClick={() => actions.zoomBy(1 / ZOOM_STEP)}
        />
        <ToolButton
          name="in"
          label={text("marking.zoom-in")}
          keys="+"
          icon={ZOOM_IN}
          rove={rove}
          onClick={() => actions.zoomBy(ZOOM_STEP)}
        />
        <ToolButton
          name="whole"
          label={text("marking.whole")}
          keys="0"
          icon={WHOLE}
          rove={rove}
          disabled={state.isWhole}
          onClick={actions.showWhole}
        />
        <output className={styles.zoom}>{state.zoom}</output>
      </div>
      {readOnly ? null : (
        <div className={styles.group}>
          <ToolButton
            name="left"
            label={text("marking.turn-left")}
            keys="["
            icon={TURN_LEFT}
            rove={rove}
            onClick={() => actions.turn(-90)}
          />
          <ToolButton
            name="right"
            label={text("marking.turn-right")}
            keys="]"
            icon={TURN_RIGHT}
            rove={rove}
            onClick={() => actions.turn(90)}
          />
        </div>
      )}
      {pages > 1 ? (
        <div className={styles.group}>
          <ToolButton
            name="before"
            label={text("marking.page-before")}
            keys="PageUp"
            icon={BEFORE}
            rove={rove}
            disabled={page <= 1}
            onClick={() => actions.goBy(-1)}
          />
          <output className={styles.pages}>{text("marking.page", { page, pages })}</output>
          <ToolButton
            name="after"
            label={text("marking.page-after")}
            keys="PageDown"
            icon={AFTER}
            rove={rove}
            disabled={page >= pages}
            onClick={() => actions.goBy(1)}
          />
        </div>
      ) : null}
    </div>
  );
};
