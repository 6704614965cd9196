import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { App } from "../../../app-context/app.ts";
import { personIdOf } from "../../../app-context/person-id.ts";
import type { Id } from "../../../contract/wire.ts";
import { createStored } from "../../../core/stored.ts";
import { directionOf } from "../../../domain/languages.ts";
import type { Units } from "../../../domain/measurements/fields.ts";
import { formatUnit, toInchParts } from "../../../domain/measurements/format-measure.ts";
import { inInches } from "../../../drafting/figures/figure.ts";
import type { LessonDraftAnswer } from "../../../drafting/lesson-draft.ts";
import { numberKind, SAME_LENGTH } from "../../../drafting/number-kind.ts";
import type { KeyValue } from "../../../platform/ports.ts";

/** Whose numbers and figures lessons show. */
export const CHOICES = ["own", "both", "example"] as const;
export type DraftChoice = (typeof CHOICES)[number];

const choices = v.record(v.string(), v.picklist(CHOICES));

/** What the person has chosen for each course, by the course's key. It is kept on this machine. */
export const createDraftChoice = (storage: KeyValue, personId: Id) => {
  const stored = createStored(storage, `lesson-drafts.v1/${encodeURIComponent(personId)}`, choices);
  const state = proxy({ choices: stored.read() ?? {} });
  return {
    state,
    choose(course: string, choice: DraftChoice) {
      state.choices = { ...state.choices, [course]: choice };
      stored.write({ ...state.choices });
    },
  };
};

export const draftChoiceOf = (app: App) => createDraftChoice(app.machine.storage, personIdOf(app));

interface OwnNumber {
  /** Such as `skirt-block.halfHip`. */
  readonly name: string;
  /** What the lesson states for the example, such as `50 cm`. */
  readonly stated: string;
  /** Of the number's kind. */
  readonly value: number;
  readonly units: Units;
  readonly language: string;
}

const STATED = /^\s*[-−]?\d+(?:[.,](\d+))?(\D*)$/;

/** Whether the lesson states a number with its unit, and not a bare one within a sum. */
const hasUnit = (stated: string): boolean => /\S/.test(STATED.exec(stated)?.[2] ?? "");

/** How many decimals a number is shown with: at least one for a length, as many as the example has. */
const decimalsOf = (name: string, stated: string): number => {
  const [, decimals = "", unit = ""] = STATED.exec(stated) ?? [];
  const kind = numberKind(name.slice(name.indexOf(".") + 1));
  const least = { length: 1, degrees: 1, count: 0, ratio: unit.includes("%") ? 0 : 2 }[kind];
  return Math.max(least, decimals.length);
};

/** What the lesson states, in centimetres or as it stands; null if it states no number there. */
const statedValue = (stated: string): number | null => {
  const match = /^\s*([-−]?\d+(?:[.,]\d+)?)/.exec(STATED.test(stated) ? stated : "");
  return match ? Number(match[1]?.replace("−", "-").replace(",", ".")) : null;
};

/**
 * Writes a student's own number in place of the example's. It has the unit of the student's table, and at
 * least one decimal where the example came out even.
 * @returns null if the lesson states no number there
 */
export const ownNumber = (own: OwnNumber): string | null => {
  const { name, stated, value, units, language } = own;
  const match = STATED.exec(stated);
  if (!match) return null;
  const unit = match[2] ?? "";
  const kind = numberKind(name.slice(name.indexOf(".") + 1));
  const isPercent = kind === "ratio" && unit.includes("%");
  const { format } = new Intl.NumberFormat(language, {
    style: isPercent ? "percent" : "decimal",
    maximumFractionDigits: decimalsOf(name, stated),
    useGrouping: false,
  });
  if (isPercent) return format(value);
  if (kind !== "length" || units === "cm") return format(value) + unit;
  const inches = inInches(value, format);
  const shown = unit.trim() === "" ? inches : `${inches}\u00a0${formatUnit("in", language)}`;
  // The parts of `26 3/4` would change places in right-to-left text.
  return directionOf(language) === "rtl" ? shown.replace(inches, `\u2066${inches}\u2069`) : shown;
};

/** A number as it is shown, in centimetres. */
const roundedAs = ({ name, stated, value, units }: Omit<OwnNumber, "language">): number => {
  if (units === "in") return (toInchParts(value, 16) * 2.54) / 16;
  const scale = 10 ** decimalsOf(name, stated);
  return Math.round(value * scale) / scale;
};

const isText = (node: Node | null): node is Text => node?.nodeType === Node.TEXT_NODE;
/** Between the numbers of a sum, with the signs that keep it from left to right in a text that runs the other way. */
const OPERATOR = /^[\s\u2066-\u2069]*([+−])[\s\u2066-\u2069]*$/;

/** What stands before a mark; before the first one of a cell, the end of the cell before it, as sums stand in tables. */
const nodeBefore = (mark: Element): Node | null =>
  mark.previousSibling ??
  (mark.parentElement?.localName === "td"
    ? (mark.parentElement.previousElementSibling?.lastChild ?? null)
    : null);

const isMark = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.dataset.draft !== undefined;

/** The marks of the sum whose result a mark is, each with its sign: of `50 − 36 = 14` those of 50 and 36. */
const termsOf = (result: Element): readonly (readonly [sign: 1 | -1, mark: Element])[] => {
  const equals = nodeBefore(result);
  const isEquals = isText(equals) && /^[\s\u2066-\u2069]*=?[\s\u2066-\u2069]*$/.test(equals.data);
  const isInCell = !result.previousSibling;
  if (!isEquals || (!isInCell && !equals.data.includes("="))) return [];
  const terms: (readonly [1 | -1, Element])[] = [];
  let mark = equals.previousSibling;
  while (isMark(mark)) {
    const before = mark.previousSibling;
    const operator = isText(before) ? OPERATOR.exec(before.data)?.[1] : undefined;
    terms.push([operator === "−" ? -1 : 1, mark]);
    if (operator === undefined) break;
    mark = before?.previousSibling ?? null;
  }
  return terms;
};

/** What the marks of a text show. */
export interface ShownDraft extends Pick<LessonDraftAnswer, "numbers"> {
  readonly choice: DraftChoice;
  readonly units: Units;
  /** The addresses of the figures, by name. */
  readonly figures: ReadonlyMap<string, string>;
  /** What points to the example's number. */
  readonly titleOf: (stated: string) => string;
}

/** What a text shows so far: of each number its value, and of each mark its rounded number. */
interface NumbersSoFar {
  readonly values: Map<string, number>;
  readonly rounded: Map<Element, number>;
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

  /**
   * What a result is beside the numbers of its sum, as they are shown: those who add them up get no other one. It has
   * this value in all of the text.
   */
  const addedUp = (
    mark: Element,
    value: number,
    rounded: ReadonlyMap<Element, number>,
  ): number | undefined => {
    const terms = termsOf(mark);
    const values = terms.map(([sign, term]) => sign * (rounded.get(term) ?? Number.NaN));
    const sum = values.reduce((all, each) => all + each, 0);
    // A sum is off by no more than its roundings.
    return values.length > 1 && Math.abs(sum - value) < 0.1 * values.length ? sum : undefined;
  };

  const showNumber = (mark: HTMLElement, shown: ShownDraft | null, soFar: NumbersSoFar) => {
    const example = stated.get(mark) ?? mark.textContent ?? "";
    stated.set(mark, example);
    const name = mark.dataset.draft ?? "";
    const isSame = name === SAME_LENGTH;
    const drafted = isSame
      ? sameLength(example, shown)
      : (soFar.values.get(name) ?? shown?.numbers.get(name));
    const isShown = shown !== null && drafted !== undefined;
    const value = isShown && !isSame ? (addedUp(mark, drafted, soFar.rounded) ?? drafted) : drafted;
    if (isShown && value !== undefined) {
      const { units } = shown;
      if (!isSame) soFar.values.set(name, value);
      soFar.rounded.set(mark, roundedAs({ name, stated: example, value, units }));
    } else soFar.rounded.set(mark, statedValue(example) ?? Number.NaN);
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
    const kept = examples.get(image);
    if (kept) return kept;
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
      const soFar: NumbersSoFar = { values: new Map(), rounded: new Map() };
      for (const mark of root.querySelectorAll<HTMLElement>(MARKED)) {
        if (mark.localName === "img") showFigure(mark as HTMLImageElement, shown);
        else showNumber(mark, shown, soFar);
      }
    },
  };
};
