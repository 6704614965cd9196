/** What a context menu was asked for at. */
export interface ContextTarget {
  /** Where the menu opens, in pixels of the window. */
  x: number;
  y: number;
  /** The text that is selected, or of a field that is being typed in. */
  selected: string;
  /** What can be looked up: what is selected, or the word that was pointed at; empty for none. */
  word: string;
  /** The field that was asked in. */
  field: HTMLInputElement | HTMLTextAreaElement | null;
}

/** The longest text that can be the name of something. */
const MOST_LETTERS = 60;

const TYPED_IN = "input:not([type]), input[type=text], input[type=search], input[type=email],";
const FIELDS = `${TYPED_IN} input[type=tel], input[type=url], input[type=password], textarea`;

const caretAt = (x: number, y: number): { node: Node; offset: number } | null => {
  const position = document.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
};

/** The word that stands at a point of the window; empty for none. */
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
  // Beside a text its last letter is the closest, and was not pointed at.
  const { left, right, top, bottom } = range.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom ? word.segment : "";
};

/** Whether a text may be what something is called. */
const asName = (text: string): string => {
  const name = text.trim();
  return name.length > MOST_LETTERS || /[\n\r]/.test(name) ? "" : name;
};

const selectedIn = (field: ContextTarget["field"]): string =>
  field
    ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
    : (getSelection()?.toString() ?? "");

/** Where the menu opens for somebody without a mouse: at what is selected, or has the focus. */
const placeOf = (element: Element): [x: number, y: number] => {
  const selection = getSelection();
  const range = selection?.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : null;
  const { left, bottom } = (range ?? element).getBoundingClientRect();
  return [left, Math.min(bottom, innerHeight)];
};

/** What was asked for, by the mouse's other button or by a key. */
export const contextTarget = (event: MouseEvent): ContextTarget | null => {
  const element = event.target instanceof Element ? event.target : document.activeElement;
  if (!element) return null;
  const field = element.closest<HTMLInputElement | HTMLTextAreaElement>(FIELDS);
  // On a Mac the Control key makes the one button the other.
  const byKey = event.button !== 2 && !event.ctrlKey;
  const [x, y] = byKey
    ? placeOf(document.activeElement ?? element)
    : [event.clientX, event.clientY];
  const selected = selectedIn(field);
  const term = element.closest<HTMLElement>("dfn[data-term]")?.dataset.term;
  const pointed = term ?? (byKey ? "" : wordAt(x, y));
  const word = field ? "" : asName(selected) || (selected ? "" : pointed);
  return { x, y, selected, word, field };
};
