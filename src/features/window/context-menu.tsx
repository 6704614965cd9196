import { useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useSnapshot } from "valtio";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { useText } from "../../i18n/use-text.ts";
import MenuList, { type MenuItem } from "../../ui/menu-list.tsx";
import styles from "./window.module.css";

/** What a context menu was opened on. */
export interface ContextTarget {
  /** Where the menu opens, in pixels of the window. */
  x: number;
  y: number;
  /** The selected text, in the page or in the focused field. */
  selected: string;
  /** The text to look up: the selection or the word under the pointer; empty for none. */
  word: string;
  /** The field that the menu was opened in. */
  field: HTMLInputElement | HTMLTextAreaElement | null;
}

/** The maximum length of a text that can be a term's name. */
const MAX_NAME_LENGTH = 60;

const TYPED_IN = "input:not([type]), input[type=text], input[type=search], input[type=email],";
const FIELDS = `${TYPED_IN} input[type=tel], input[type=url], input[type=password], textarea`;

const caretAt = (x: number, y: number): { node: Node; offset: number } | null => {
  const position = document.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
};

/** The word at a point of the window; empty for none. */
const wordAt = (x: number, y: number): string => {
  const caret = caretAt(x, y);
  if (!caret || caret.node.nodeType !== Node.TEXT_NODE) return "";
  const { data } = caret.node as Text;
  const words = new Intl.Segmenter(undefined, { granularity: "word" }).segment(data);
  const word = words.containing(Math.min(caret.offset, data.length - 1));
  if (!word?.isWordLike) return "";
  const range = document.createRange();
  range.setStart(caret.node, word.index);
  range.setEnd(caret.node, word.index + word.segment.length);
  // Beside a text, the engine reports its last letter, which is not under the pointer.
  const { left, right, top, bottom } = range.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom ? word.segment : "";
};

/** Returns a text that may be a term's name, otherwise an empty one. */
const asName = (text: string): string => {
  const name = text.trim();
  return name.length > MAX_NAME_LENGTH || /[\n\r]/.test(name) ? "" : name;
};

const selectedIn = (field: ContextTarget["field"]): string =>
  field
    ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
    : (getSelection()?.toString() ?? "");

/** The position of a menu opened by the keyboard: at the selection or the focused element. */
const keyboardPlace = (element: Element): [x: number, y: number] => {
  const selection = getSelection();
  const range = selection?.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : null;
  const { left, bottom } = (range ?? element).getBoundingClientRect();
  return [left, Math.min(bottom, innerHeight)];
};

/** The target of a context menu opened by mouse or keyboard. */
export const contextTarget = (event: MouseEvent): ContextTarget | null => {
  const element = event.target instanceof Element ? event.target : document.activeElement;
  if (!element) return null;
  const field = element.closest<HTMLInputElement | HTMLTextAreaElement>(FIELDS);
  // On a Mac, Control and a click is a secondary click.
  const byKey = event.button !== 2 && !event.ctrlKey;
  const [x, y] = byKey
    ? keyboardPlace(document.activeElement ?? element)
    : [event.clientX, event.clientY];
  const selected = selectedIn(field);
  const term = element.closest<HTMLElement>("dfn[data-term]")?.dataset.term;
  const pointed = term ?? (byKey ? "" : wordAt(x, y));
  const word = field ? "" : asName(selected) || (selected ? "" : pointed);
  return { x, y, selected, word, field };
};

interface ContextMenuProps {
  target: ContextTarget;
  onClose: () => void;
}

/** Runs an editing command. `execCommand` is deprecated, but only its changes can be undone. */
const command = (name: "copy" | "cut" | "insertText", value?: string): void => {
  document.execCommand(name, false, value);
};

/** The app's context menu. It replaces the engine's menu, which offers Back and Reload. */
export const ContextMenu = ({ target, onClose }: ContextMenuProps) => {
  const desktop = useDesktop();
  const { readClipboard } = desktop.machine.window;
  const { open: lookUp } = useSnapshot(desktop.lookUp);
  const text = useText();
  const root = useRef<HTMLDivElement>(null);
  const { field, selected, word } = target;
  // A modal dialog makes the rest of the page inert, so the menu is placed inside it.
  const home = document.querySelector("dialog:modal") ?? document.body;

  const before = useRef({
    focused: document.activeElement,
    ranges: Array.from({ length: getSelection()?.rangeCount ?? 0 }, (_, index) =>
      getSelection()?.getRangeAt(index).cloneRange(),
    ),
    start: field?.selectionStart ?? null,
    end: field?.selectionEnd ?? null,
  });

  /** Restores the focus and the selection. */
  const restore = (): void => {
    const { focused, ranges, start, end } = before.current;
    if (field) {
      field.focus({ preventScroll: true });
      if (start !== null) field.setSelectionRange(start, end);
      return;
    }
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    const selection = getSelection();
    selection?.removeAllRanges();
    for (const range of ranges) if (range) selection?.addRange(range);
  };

  const close = (): void => {
    restore();
    onClose();
  };

  // Keeps the menu within the window, at any zoom.
  useLayoutEffect(() => {
    const element = root.current;
    const zoom = Number(document.documentElement.style.getPropertyValue("zoom")) || 1;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const left = Math.max(4, Math.min(target.x, innerWidth - width - 4));
    const top = target.y + height + 4 > innerHeight ? target.y - height : target.y;
    element.style.left = `${left / zoom}px`;
    element.style.top = `${Math.max(4, top) / zoom}px`;
  }, [target]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners stay the same while the menu is open
  useEffect(() => {
    const leave = (event: Event) => {
      if (event.target instanceof Node && root.current?.contains(event.target)) return;
      onClose();
    };
    // The event of a scroll that ended before the menu opened can come after it.
    const { scrollX: left, scrollY: top } = window;
    const leaveMoved = (event: Event) => {
      if (event.target !== document || scrollX !== left || scrollY !== top) leave(event);
    };
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("pointerdown", leave, { capture: true, signal });
    document.addEventListener("scroll", leaveMoved, { capture: true, signal });
    addEventListener("resize", onClose, { signal });
    addEventListener("blur", onClose, { signal });
    return () => stop.abort();
  }, [target]);

  const item = (key: string, label: string, possible: boolean, onSelect: () => void): MenuItem => ({
    key,
    label,
    disabled: !possible,
    onSelect,
  });

  const copy = item("copy", text("desktop.copy"), selected !== "", () => command("copy"));
  const canChange = field !== null && !field.readOnly && !field.disabled;
  const isSecret = field?.type === "password";
  const items = field
    ? [
        item("cut", text("desktop.cut"), canChange && !isSecret && selected !== "", () =>
          command("cut"),
        ),
        { ...copy, disabled: isSecret || selected === "" },
        item("paste", text("desktop.paste"), canChange, () => {
          void readClipboard().then((pasted) => {
            field.focus({ preventScroll: true });
            if (pasted) command("insertText", pasted);
          });
        }),
        item("all", text("desktop.select-all"), field.value !== "", () => field.select()),
      ]
    : [
        copy,
        ...(lookUp
          ? [
              item(
                "look-up",
                word ? text("desktop.look-up-word", { word }) : text("desktop.look-up"),
                word !== "",
                () => lookUp(word),
              ),
            ]
          : []),
      ];

  return createPortal(
    <div ref={root} className={styles.context}>
      <MenuList
        id="context-menu"
        label={text("desktop.context-menu")}
        groups={[{ key: "context", items }]}
        focus="first"
        onClose={close}
      />
    </div>,
    home,
  );
};
