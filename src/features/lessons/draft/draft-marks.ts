import type { Units } from "../../../domain/measurements/fields.ts";
import type { LessonDraftAnswer } from "../../../drafting/lesson-draft.ts";
import { SAME_LENGTH } from "../../../drafting/number-kind.ts";
import type { DraftChoice } from "./draft-choice.ts";
import { hasUnit, ownNumber, statedValue } from "./own-number.ts";

/** What the marks of a text show. */
export interface ShownDraft extends Pick<LessonDraftAnswer, "numbers"> {
  readonly choice: DraftChoice;
  readonly units: Units;
  /** The addresses of the figures, by name. */
  readonly figures: ReadonlyMap<string, string>;
  /** What points to the example's number. */
  readonly titleOf: (stated: string) => string;
}

interface ExamplePicture {
  src: string | null;
  readonly width: string | null;
  readonly height: string | null;
}

const MARKED = "[data-draft]";

/** The names that a text has, each once. */
export const namesIn = (root: Element): string[] => [
  ...new Set(
    [...root.querySelectorAll<HTMLElement>(MARKED)].map(({ dataset }) => dataset.draft ?? ""),
  ),
];

const setOrRemove = (element: Element, name: string, value: string | null): void => {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
};

/** A length of every body stands in centimetres, except where the other numbers of a sum are in inches. */
const sameLength = (stated: string, shown: ShownDraft | null): number | undefined => {
  if (shown?.units !== "in" || shown.numbers.size === 0) return undefined;
  return statedValue(stated) ?? undefined;
};

/**
 * Replaces the example's numbers and figures by the student's own, and gives them back.
 * @param ownClass of a number that is the student's own
 */
export const createDraftMarks = (ownClass: string) => {
  const stated = new WeakMap<Element, string>();
  const examples = new WeakMap<Element, ExamplePicture>();
  const owned = new WeakMap<Element, string>();

  const showNumber = (mark: HTMLElement, shown: ShownDraft | null) => {
    const example = stated.get(mark) ?? mark.textContent ?? "";
    stated.set(mark, example);
    const name = mark.dataset.draft ?? "";
    const isSame = name === SAME_LENGTH;
    const value = isSame ? sameLength(example, shown) : shown?.numbers.get(name);
    const language = mark.closest<HTMLElement>("[lang]")?.lang || "en";
    const own =
      shown && shown.choice !== "example" && value !== undefined
        ? ownNumber({ name, stated: example, value, units: shown.units, language })
        : null;
    const isBoth = own !== null && shown?.choice === "both" && hasUnit(example);
    const words = own === null ? example : isBoth ? `${own} (${example})` : own;
    if (mark.textContent !== words) mark.textContent = words;
    mark.classList.toggle(ownClass, own !== null && !isSame);
    setOrRemove(mark, "title", own === null || !shown ? null : shown.titleOf(example));
  };

  /**
   * From now on the picture of the school's example, which may arrive later, is only shown when the student's
   * own is not.
   */
  const take = (image: HTMLImageElement): ExamplePicture => {
    const known = examples.get(image);
    if (known) return known;
    const example: ExamplePicture = {
      src: image.getAttribute("src"),
      width: image.getAttribute("width"),
      height: image.getAttribute("height"),
    };
    examples.set(image, example);
    Object.defineProperty(image, "src", {
      configurable: true,
      get: () => image.getAttribute("src") ?? "",
      set(address: string) {
        example.src = address;
        if (!owned.has(image)) image.setAttribute("src", address);
      },
    });
    return example;
  };

  const showFigure = (image: HTMLImageElement, shown: ShownDraft | null) => {
    const own =
      shown?.choice === "example" ? undefined : shown?.figures.get(image.dataset.draft ?? "");
    if (own === undefined && !owned.has(image)) return;
    const example = take(image);
    if (own === undefined) {
      owned.delete(image);
      setOrRemove(image, "src", example.src);
      setOrRemove(image, "width", example.width);
      setOrRemove(image, "height", example.height);
    } else if (owned.get(image) !== own) {
      owned.set(image, own);
      // The example's size would give the figure of another body too much or too little room.
      image.removeAttribute("width");
      image.removeAttribute("height");
      image.setAttribute("src", own);
    }
  };

  return {
    /** @param shown null: the example */
    show(root: Element, shown: ShownDraft | null) {
      for (const mark of root.querySelectorAll<HTMLElement>(MARKED)) {
        if (mark.localName === "img") showFigure(mark as HTMLImageElement, shown);
        else showNumber(mark, shown);
      }
    },
  };
};
