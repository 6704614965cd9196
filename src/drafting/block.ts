import type { FieldKey } from "../domain/measurements/fields.ts";
import type { Result } from "../lib/result.ts";
import type { Pattern } from "./pattern.ts";

interface AnyOption {
  readonly name: string;
  /** It has an effect only while another option has one of these choices, and is shown only then. */
  readonly where?: { readonly option: string; readonly choices: readonly string[] };
}

export interface NumberOption extends AnyOption {
  readonly kind: "number";
  readonly unit: "cm" | "count" | "percent";
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value of the lessons. */
  readonly start: number;
}

export interface ChoiceOption extends AnyOption {
  readonly kind: "choice";
  readonly choices: readonly string[];
  readonly start: string;
}

export type BlockOption = NumberOption | ChoiceOption;

/** The values of all options of a block, by name. */
export type OptionValues = Readonly<Record<string, number | string>>;

/** The numbers of options of which all have values. */
export const numbersOf = <Name extends string>(
  options: OptionValues,
  names: readonly Name[],
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, Number(options[name])])) as Record<Name, number>;

/** The options that have an effect. Those without a value have that of the lessons. */
export const optionsWithEffect = (
  options: readonly BlockOption[],
  values: OptionValues,
): readonly BlockOption[] => {
  const valueIn = (name: string) =>
    values[name] ?? options.find((option) => option.name === name)?.start;
  return options.filter(
    ({ where }) => !where || where.choices.includes(String(valueIn(where.option))),
  );
};

const ALLOWANCE = "Allowance";

/** Whether an option is an allowance: of all seams, of the hem, or of a kind of edge. */
export const isAllowance = (option: string): boolean => option.endsWith(ALLOWANCE);

/** The option of a kind of edge: `sideAllowance` of `side`. */
export const allowanceOf = (edge: string): string => edge + ALLOWANCE;

/**
 * Measured values: centimetres and degrees. A block gets all that it needs, finite and in bounds, and none of
 * the others but those that it uses.
 */
export type Measures = Readonly<Record<FieldKey, number>>;

/** A text with what it is about. `reason` names the text, `values` are its numbers, in centimetres. */
interface ProblemDetail {
  readonly reason: string;
  /** What to look at again. */
  readonly fields: readonly FieldKey[];
  readonly options: readonly string[];
  readonly values: Readonly<Record<string, number>>;
}

/** Why a draft cannot be made, or what may be wrong with it. */
export type DraftProblem =
  /** Nothing is drafted. */
  | { readonly kind: "missing"; readonly field: FieldKey }
  /**
   * `unusual`: it is drafted, and questioned. `impossible`: nothing is drafted, as it is outside `usual` by so much that
   * it is no measure of a body.
   */
  | {
      readonly kind: "impossible" | "unusual";
      readonly field: FieldKey;
      readonly usual: Range;
    }
  /** It is drafted, and the person should know how: a measure of the size table stands for one that is missing. */
  | ({ readonly kind: "note" } & ProblemDetail)
  /** Nothing is drafted: measures or options do not go together. */
  | ({ readonly kind: "unfit" } & ProblemDetail);

/** Whether nothing is drafted because of a problem. */
export const isRefusal = ({ kind }: DraftProblem): boolean => kind !== "unusual" && kind !== "note";

export interface Block {
  readonly id: string;
  /** The measures that the draft uses, in the order in which one takes them. */
  readonly needs: (options: OptionValues) => readonly FieldKey[];
  /** The measures that the draft also uses if the table has them. It does without. */
  readonly uses?: readonly FieldKey[];
  readonly options: readonly BlockOption[];
  /** What may be wrong with measures, beyond the usual range of each: waist to hip of 3 cm. */
  readonly warnings: (measures: Measures, options: OptionValues) => readonly DraftProblem[];
  readonly draft: (measures: Measures, options: OptionValues) => Result<Pattern, DraftProblem>;
}

/** A length that the person may choose. */
export const cm = (
  name: string,
  [min, max]: readonly [number, number],
  step: number,
  start: number,
  where?: BlockOption["where"],
): NumberOption => ({
  kind: "number",
  name,
  unit: "cm",
  min,
  max,
  step,
  start,
  ...(where && { where }),
});

/** @param start the first of them unless given */
export const choice = (
  name: string,
  choices: readonly [string, ...string[]],
  where?: BlockOption["where"],
  start: string = choices[0],
): ChoiceOption => ({ kind: "choice", name, choices, start, ...(where && { where }) });

const detailed =
  <Kind extends "unfit" | "note">(kind: Kind) =>
  (
    reason: string,
    fields: readonly FieldKey[],
    options: readonly string[],
    values: Readonly<Record<string, number>> = {},
  ) => ({ kind, reason, fields, options, values });

export const unfit = detailed("unfit");
export const note = detailed("note");

/** Problems, and others about measures that are not questioned yet: each is questioned once. */
export const withUnasked = (
  problems: readonly DraftProblem[],
  others: readonly DraftProblem[],
): DraftProblem[] => {
  const asked = new Set(problems.map((problem) => "field" in problem && problem.field));
  return [
    ...problems,
    ...others.filter((problem) => !("field" in problem && asked.has(problem.field))),
  ];
};

/** @returns null for what cannot be drawn: the geometry throws a RangeError. Others are mistakes in the code. */
export const drawn = <T>(make: () => T): T | null => {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};

/** From least to most, in centimetres. */
export type Range = readonly [least: number, most: number];

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** The measures that lie outside what is usual beside the others. One that the table has not is not asked about. */
export const unusual = (
  measures: Partial<Measures>,
  ranges: Readonly<Partial<Record<FieldKey, Range>>>,
): DraftProblem[] =>
  Object.entries(ranges).flatMap(([name, [least, most]]): DraftProblem[] => {
    const field = name as FieldKey;
    const value = measures[field];
    const usual: Range = [tenth(least), tenth(most)];
    if (value === undefined || (value >= usual[0] && value <= usual[1])) return [];
    return [{ kind: "unusual", field, usual }];
  });
