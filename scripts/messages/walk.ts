import { type MessageFormatElement, TYPE } from "@formatjs/icu-messageformat-parser";

/** Calls back for every element of a message, those within plurals, selects and tags too. */
export const walk = (
  elements: readonly MessageFormatElement[],
  visit: (element: MessageFormatElement) => void,
): void => {
  for (const element of elements) {
    visit(element);
    if (element.type === TYPE.tag) walk(element.children, visit);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const { value } of Object.values(element.options)) walk(value, visit);
    }
  }
};
