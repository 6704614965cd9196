import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from "react";
import { useIntl } from "react-intl";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./tree.module.css";
import { nameIn } from "./tree-model.ts";
import type { TreeRow } from "./tree-rows.ts";
import { type Drop, useDrag } from "./use-drag.ts";

/** How long letters belong to one word that is searched for. */
const TYPING_MS = 700;

const ROW = "[role=treeitem]";

/** What a row is called, and what is said of it. */
export const useRowWords = () => {
  const text = useText();
  const { locale } = useIntl();
  return (row: TreeRow): { name: string; language: string; note: string } => {
    const kind = text(
      row.kind !== "lesson"
        ? `staff-tree.kind-${row.kind}`
        : row.lesson?.main
          ? "staff-tree.kind-main"
          : row.lesson?.assignment
            ? "staff-tree.kind-assignment"
            : row.place.main === ""
              ? "staff-tree.kind-lesson"
              : "staff-tree.kind-part",
    );
    if (row.kind === "chapters" || row.kind === "lessons") {
      return { name: kind, language: locale, note: "" };
    }
    const { text: title, language } = nameIn(row.titles, locale);
    const { place } = row;
    const key = place.lesson || place.chapter || place.course || place.product;
    const notes = [
      kind,
      ...(row.missing.length > 0
        ? [text("staff-tree.missing", { count: row.missing.length })]
        : []),
      ...(row.problem ? [text("staff-tree.unreadable", { line: row.problem.line })] : []),
    ];
    return { name: title || key, language, note: notes.join(" · ") };
  };
};

interface RowProps {
  row: TreeRow;
  isOpen: boolean;
  isChosen: boolean;
  /** Whether it takes the tree's tab stop. */
  isStop: boolean;
  drop: Drop["where"] | null;
  onChoose: (id: string) => void;
  onToggle: (id: string, isOpen: boolean) => void;
}

const Row = memo(({ row, isOpen, isChosen, isStop, drop, ...on }: RowProps) => {
  const { name, language, note } = useRowWords()(row);
  const isGroup = row.kind === "chapters" || row.kind === "lessons";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      role="treeitem"
      data-id={row.id}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={row.hasChildren ? isOpen : undefined}
      aria-selected={isChosen}
      tabIndex={isStop ? 0 : -1}
      className={styles.row}
      style={{ "--level": row.level } as object}
      data-drop={drop ?? undefined}
      onClick={() => on.onChoose(row.id)}
      onFocus={(event) => {
        if (event.target === event.currentTarget) on.onChoose(row.id);
      }}
    >
      <div className={styles.line}>
        {row.hasChildren ? (
          // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: arrows open and close it
          <span
            className={styles.twist}
            data-open={isOpen || undefined}
            onClick={() => on.onToggle(row.id, !isOpen)}
          />
        ) : (
          <span className={styles.twist} data-none />
        )}
        <span className={styles.words}>
          <span className={styles.name} dir="auto" lang={language || undefined}>
            {name}
          </span>
          {note ? (
            <small data-missing={row.missing.length > 0 || row.problem ? "" : undefined}>
              {note}
            </small>
          ) : null}
        </span>
        {isGroup ? null : <span className={styles.grip} data-grip aria-hidden="true" />}
      </div>
    </div>
  );
});

interface TreeViewProps {
  rows: readonly TreeRow[];
  open: Readonly<Record<string, boolean>>;
  chosen: string;
  label: string;
  onChoose: (id: string) => void;
  onToggle: (id: string, isOpen: boolean) => void;
  /** Enter on what has nothing to open. */
  onEnter: (row: TreeRow) => void;
  /** A double click. */
  onOpen: (row: TreeRow) => void;
  onRename: (row: TreeRow) => void;
  onRemove: (row: TreeRow) => void;
  onStep: (row: TreeRow, by: 1 | -1) => void;
  onUndo: () => void;
  /** Where a row may be dropped: on the upper or lower half of another one. */
  dropOn: (dragged: TreeRow, row: TreeRow, isLower: boolean) => Drop | null;
  onDrop: (drop: Drop) => void;
}

/**
 * The content as a tree, by the pattern of ARIA: arrows, Home and End, first letters; Enter, F2, Delete, and Alt with
 * the arrows up and down act on the row with the focus; Control+Z takes the last change back.
 */
export const TreeView = ({ rows, open, chosen, label, ...on }: TreeViewProps) => {
  const root = useRef<HTMLDivElement>(null);
  const typed = useRef({ word: "", at: 0 });
  const words = useRowWords();
  const drag = useDrag({
    ...{ root, rows, dropOn: on.dropOn, onDrop: on.onDrop },
    onLinger: (row) => {
      if (row.hasChildren && open[row.id] !== true) on.onToggle(row.id, true);
    },
  });
  const ids = useMemo(() => new Map(rows.map(({ id }, at) => [id, at])), [rows]);
  const stop = ids.has(chosen) ? chosen : (rows[0]?.id ?? "");
  const hadFocus = useRef(false);
  const at = ids.get(stop) ?? -1;

  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    root.current?.querySelector<HTMLElement>(`${ROW}[data-id="${CSS.escape(id)}"]`)?.focus();
  };
  // What was moved or added keeps the focus that its row had.
  useEffect(() => {
    if (hadFocus.current && !root.current?.contains(document.activeElement)) focus(stop);
  });

  const search = (letter: string): string | undefined => {
    const now = performance.now();
    const isMore = now - typed.current.at < TYPING_MS;
    const word = (isMore ? typed.current.word : "") + letter.toLocaleLowerCase();
    typed.current = { word, at: now };
    const from = word.length > 1 ? at : at + 1;
    return [...rows.slice(from), ...rows.slice(0, from)].find((row) =>
      words(row).name.toLocaleLowerCase().startsWith(word),
    )?.id;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = rows[at];
    const target = event.target as HTMLElement;
    if (!row || !target.matches(ROW)) return;
    if (event.ctrlKey || event.metaKey) {
      // Keyboards of other alphabets have it at the same place.
      const isZ = event.key > "z" ? event.code === "KeyZ" : event.key.toLowerCase() === "z";
      if (!isZ || event.shiftKey || event.altKey) return;
      event.preventDefault();
      on.onUndo();
      return;
    }
    const isRtl = root.current ? getComputedStyle(root.current).direction === "rtl" : false;
    const key = isRtl
      ? ({ ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" }[event.key] ?? event.key)
      : event.key;
    const isOpen = row.hasChildren && open[row.id] === true;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.altKey) {
      if (key !== "ArrowUp" && key !== "ArrowDown") return;
      done();
      on.onStep(row, key === "ArrowUp" ? -1 : 1);
      return;
    }
    switch (key) {
      case "ArrowDown":
        focus(rows[at + 1]?.id);
        break;
      case "ArrowUp":
        focus(rows[at - 1]?.id);
        break;
      case "Home":
        focus(rows[0]?.id);
        break;
      case "End":
        focus(rows.at(-1)?.id);
        break;
      case "ArrowRight":
        if (isOpen) focus(rows[at + 1]?.id);
        else if (row.hasChildren) on.onToggle(row.id, true);
        break;
      case "ArrowLeft":
        if (isOpen) on.onToggle(row.id, false);
        else focus(row.parent ?? undefined);
        break;
      case "Enter":
        on.onEnter(row);
        break;
      case " ":
        on.onToggle(row.id, !isOpen && row.hasChildren);
        break;
      case "F2":
        on.onRename(row);
        break;
      case "Delete":
        on.onRemove(row);
        break;
      case "*":
        for (const { id, parent, hasChildren } of rows) {
          if (parent === row.parent && hasChildren) on.onToggle(id, true);
        }
        break;
      default:
        if (key.length > 1) return;
        focus(search(key));
    }
    done();
  };

  return (
    <div
      ref={root}
      role="tree"
      aria-label={label}
      className={styles.tree}
      onKeyDown={onKeyDown}
      onPointerDown={drag.onPointerDown}
      onDoubleClick={(event) => {
        const id = (event.target as Element).closest<HTMLElement>(ROW)?.dataset.id;
        const row = rows.find((each) => each.id === id);
        if (row) on.onOpen(row);
      }}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        // A row that is gone has no next one.
        if (event.relatedTarget)
          hadFocus.current = root.current?.contains(event.relatedTarget as Node) === true;
      }}
    >
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          isOpen={open[row.id] === true}
          isChosen={row.id === chosen}
          isStop={row.id === stop}
          drop={drag.drop?.row === row.id ? drag.drop.where : null}
          onChoose={on.onChoose}
          onToggle={on.onToggle}
        />
      ))}
    </div>
  );
};
