import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";

type Elements = MessageFormatElement[];
type Visit = (element: MessageFormatElement) => void;

/** Replaces the lists of elements within an element: of a tag, or of the forms of a plural. */
export const mapWithin = (
  element: MessageFormatElement,
  map: (elements: Elements) => Elements,
): MessageFormatElement => {
  if (element.type === TYPE.tag) return { ...element, children: map(element.children) };
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
  const options = Object.entries(element.options).map(([name, option]) => [
    name,
    { ...option, value: map(option.value) },
  ]);
  return { ...element, options: Object.fromEntries(options) };
};

const walkElements = (elements: readonly MessageFormatElement[], visit: Visit): void => {
  for (const element of elements) {
    visit(element);
    if (element.type === TYPE.tag) walkElements(element.children, visit);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const { value } of Object.values(element.options)) walkElements(value, visit);
    }
  }
};

const parsed = (message: string): Elements => {
  try {
    return parse(message);
  } catch {
    return [];
  }
};

/**
 * Calls back for every element of a message, those within plurals, selects and tags too. A message
 * that does not parse has no elements: `formatjs verify` reports it.
 */
export const walk = (message: string, visit: Visit): void => walkElements(parsed(message), visit);
