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
const orderEntry = (element: Element): [x: number, y: number] => {
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
    ? orderEntry(document.activeElement ?? element)
    : [event.clientX, event.clientY];
  const selected = selectedIn(field);
  const term = element.closest<HTMLElement>("dfn[data-term]")?.dataset.term;
  const pointed = term ?? (byKey ? "" : wordAt(x, y));
  const word = field ? "" : asName(selected) || (selected ? "" : pointed);
  return { x, y, selected, word, field };
};
