import { FIELDS, type FieldKey, isUnusual, type Values } from "../domain/measurements/fields.ts";
import type { Block, BlockOption, DraftProblem, Measures, OptionValues } from "./block.ts";
import { blockOf } from "./blocks.ts";
import type { Pattern } from "./pattern.ts";

/** What to draft. It is stored, and goes with a hand-in. */
export interface DraftRequest {
  readonly block: string;
  readonly values: Values;
  /** Absent ones have the value of the lessons. */
  readonly options: OptionValues;
}

export interface DraftAnswer {
  /** Null when something is missing, or does not go together. */
  readonly pattern: Pattern | null;
  readonly problems: readonly DraftProblem[];
}

/** A value so far outside the usual range is no measure of a body; inches typed as centimetres are not questioned alone. */
const BEYOND = 2;

const isImpossible = (field: FieldKey, value: number): boolean => {
  const [min, max] = FIELDS[field].usual;
  return !Number.isFinite(value) || value < min / BEYOND || value > max * BEYOND;
};

const isAllowed = (option: BlockOption, value: number | string | undefined): boolean => {
  if (option.kind === "choice") return option.choices.some((choice) => choice === value);
  return typeof value === "number" && Number.isFinite(value);
};

/** The values of all options: within their bounds, and those of the lessons where there is none. */
export const completeOptions = (block: Block, given: OptionValues): OptionValues =>
  Object.fromEntries(
    block.options.map((option) => {
      const value = Object.hasOwn(given, option.name) ? given[option.name] : undefined;
      if (value === undefined || !isAllowed(option, value)) return [option.name, option.start];
      if (option.kind === "choice") return [option.name, value];
      return [option.name, Math.min(option.max, Math.max(option.min, Number(value)))];
    }),
  );

const isGiven = (field: FieldKey, values: Values): boolean =>
  Object.hasOwn(values, field) && typeof values[field] === "number";

const problemsOfValues = (fields: readonly FieldKey[], values: Values): DraftProblem[] =>
  fields.flatMap((field): DraftProblem[] => {
    if (!isGiven(field, values)) return [{ kind: "missing", field }];
    const value = values[field] as number;
    const { usual } = FIELDS[field];
    if (isImpossible(field, value)) return [{ kind: "impossible", field, usual }];
    return isUnusual(field, value) ? [{ kind: "unusual", field, usual }] : [];
  });

/**
 * Drafts a block. It never throws for what a person can give: problems come with the answer.
 * @throws RangeError for a block that is not there
 */
export const draft = ({ block: id, values, options: given }: DraftRequest): DraftAnswer => {
  const block = blockOf(id);
  if (!block) throw new RangeError(`There is no block ${id}`);
  const options = completeOptions(block, given);
  const needs = block.needs(options);
  const also = (block.uses?.(options) ?? []).filter((field) => isGiven(field, values));
  const problems = problemsOfValues([...needs, ...also], values);
  if (problems.some(({ kind }) => kind !== "unusual")) return { pattern: null, problems };
  const measures = Object.fromEntries(
    [...needs, ...also].map((field) => [field, values[field]]),
  ) as Measures;
  const doubts = [...problems, ...(block.doubts?.(measures, options) ?? [])];
  const drafted = block.draft(measures, options);
  if (!drafted.ok) return { pattern: null, problems: [...doubts, drafted.failure] };
  return { pattern: drafted.value, problems: doubts };
};

/** What a draft uses of a request. */
export interface DraftContext {
  readonly measures: readonly FieldKey[];
  readonly options: OptionValues;
}

/**
 * Says which measures a draft uses, and with which options it is made.
 * @throws RangeError for a block that is not there
 */
export const draftContext = ({ block: id, values, options: given }: DraftRequest): DraftContext => {
  const block = blockOf(id);
  if (!block) throw new RangeError(`There is no block ${id}`);
  const options = completeOptions(block, given);
  const also = (block.uses?.(options) ?? []).filter((field) => isGiven(field, values));
  return { measures: [...block.needs(options), ...also], options };
};
