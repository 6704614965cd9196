import { FIELDS, type FieldKey, isUnusual, type Values } from "../domain/measurements/fields.ts";
import { Result } from "../lib/result.ts";
import {
  type Block,
  type BlockOption,
  type DraftProblem,
  drawn,
  isRefusal,
  type Measures,
  type OptionValues,
  optionsWithEffect,
  unfit,
  withUnasked,
} from "./block.ts";
import { bodiceBlock } from "./bodice-block.ts";
import { edgeOptions, edgeValues, withEdgeAllowances } from "./edge-allowances.ts";
import type { Pattern } from "./pattern.ts";
import { causeOf, NOT_SOUND } from "./refusal-cause.ts";
import { skirtBlock } from "./skirt-block.ts";
import { sleeveBlock } from "./sleeve-block.ts";
import { trousersBlock } from "./trousers-block.ts";
import { patternProblems } from "./verify-pattern.ts";

/** All blocks, in the order of the lessons. */
export const BLOCKS: readonly Block[] = [skirtBlock, bodiceBlock, sleeveBlock, trousersBlock];

export const blockOf = (id: string): Block | undefined => BLOCKS.find((block) => block.id === id);

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

/** The value of an option: the given one within its bounds, and that of the lessons for none or another. */
const valueFor = (option: BlockOption, given: number | string | undefined): number | string => {
  if (option.kind === "choice")
    return option.choices.find((choice) => choice === given) ?? option.start;
  if (typeof given !== "number" || !Number.isFinite(given)) return option.start;
  const within = Math.min(option.max, Math.max(option.min, given));
  return option.unit === "count" ? Math.round(within) : within;
};

/**
 * The values of all options: within their bounds, and those of the lessons where there is none. Of edges only those
 * that are given.
 */
export const completeOptions = (block: Block, given: OptionValues): OptionValues => ({
  ...edgeValues(
    given,
    block.options.map(({ name }) => name),
  ),
  ...Object.fromEntries(
    block.options.map((option) => {
      const { name } = option;
      return [name, valueFor(option, Object.hasOwn(given, name) ? given[name] : undefined)];
    }),
  ),
});

const isGiven = (field: FieldKey, values: Values): boolean =>
  Object.hasOwn(values, field) && typeof values[field] === "number";

/** The measures of a draft: all that it needs, and of those that it also uses what the table has. */
const fieldsOf = (block: Block, options: OptionValues, values: Values): FieldKey[] => [
  ...block.needs(options),
  ...(block.uses ?? []).filter((field) => isGiven(field, values)),
];

const measuresIn = (values: Values, fields: readonly FieldKey[]): Measures =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Measures;

/** What a table has of the measures of a draft with the options of the lessons. Draft it first: it may lack some. */
export const measuresFor = (block: Block, values: Values): Measures =>
  measuresIn(values, fieldsOf(block, completeOptions(block, {}), values));

const problemsOfValues = (fields: readonly FieldKey[], values: Values): DraftProblem[] =>
  fields.flatMap((field): DraftProblem[] => {
    if (!isGiven(field, values)) return [{ kind: "missing", field }];
    const value = values[field] as number;
    const { usual } = FIELDS[field];
    if (isImpossible(field, value)) return [{ kind: "impossible", field, usual }];
    return isUnusual(field, value) ? [{ kind: "unusual", field, usual }] : [];
  });

/** Drafts without a look at the reason of a failure; null where lines cross, do not meet or cannot be drawn. */
const soundOrNull = (
  block: Block,
  measures: Measures,
  options: OptionValues,
): Result<Pattern, DraftProblem> | null => {
  const result = drawn(() => {
    const drafted = block.draft(measures, options);
    return drafted.ok ? Result.ok(withEdgeAllowances(drafted.value, options)) : drafted;
  });
  return result && (!result.ok || patternProblems(result.value).length === 0) ? result : null;
};

/**
 * Drafts with measures and options of which each is possible. Where together they are not, and the block has not
 * foreseen it, a root has no sign or lines cross: nobody gets a pattern that cannot be sewn.
 */
const drafted = (
  block: Block,
  measures: Measures,
  options: OptionValues,
): Result<Pattern, DraftProblem> => {
  const result =
    soundOrNull(block, measures, options) ??
    Result.fail(unfit(NOT_SOUND, block.needs(options), []));
  if (result.ok || result.failure.kind !== "unfit") return result;
  return Result.fail(
    causeOf(
      block,
      options,
      result.failure,
      (others) => soundOrNull(block, measures, others)?.ok === true,
    ),
  );
};

/** Drafts a block or a garment. It never throws for what a person can give: problems come with the answer. */
export const draftBlock = (
  block: Block,
  { values, options: given }: Omit<DraftRequest, "block">,
): DraftAnswer => {
  const options = completeOptions(block, given);
  const used = fieldsOf(block, options, values);
  const problems = problemsOfValues(used, values);
  if (problems.some(isRefusal)) return { pattern: null, problems };
  const measures = measuresIn(values, used);
  const ofBlock = drawn(() => block.warnings(measures, options)) ?? [];
  const warnings = withUnasked(problems, ofBlock);
  const result = drafted(block, measures, options);
  if (!result.ok) return { pattern: null, problems: [...warnings, result.failure] };
  return { pattern: result.value, problems: warnings };
};

/**
 * Drafts a block of the lessons.
 * @throws RangeError for a block that is not there
 */
export const draft = (request: DraftRequest): DraftAnswer => {
  const block = blockOf(request.block);
  if (!block) throw new RangeError(`There is no block ${request.block}`);
  return draftBlock(block, request);
};

/** What a draft uses of a request. */
export interface DraftContext {
  readonly measures: readonly FieldKey[];
  readonly options: OptionValues;
}

/**
 * Says which measures a draft uses, and which options have an effect on it.
 * @throws what `loadBlock` throws
 */
export const draftContext = async (request: DraftRequest): Promise<DraftContext> => {
  const { block: id, values, options: given } = request;
  const block = await loadBlock(id);
  const options = completeOptions(block, given);
  const { pattern } = draftBlock(block, request);
  const used = new Set(
    [...optionsWithEffect(block.options, options), ...(pattern ? edgeOptions(pattern) : [])].map(
      ({ name }) => name,
    ),
  );
  return {
    measures: fieldsOf(block, options, values),
    options: Object.fromEntries(Object.entries(options).filter(([name]) => used.has(name))),
  };
};

/** What is sewn and worn, as opposed to a block. Its code is fetched once it is chosen. */
export interface Garment {
  readonly id: string;
  readonly load: () => Promise<Block>;
}

export const GARMENTS: readonly Garment[] = [
  {
    id: "pencil-skirt",
    load: async () =>
      (await import(/* webpackChunkName: "garments" */ "./pencil-skirt.ts")).pencilSkirt,
  },
];

/**
 * The block or garment of an id.
 * @throws RangeError for one that is not there, and rejects if its code cannot be fetched
 */
export const loadBlock = async (id: string): Promise<Block> => {
  const block = blockOf(id) ?? (await GARMENTS.find((garment) => garment.id === id)?.load());
  if (!block) throw new RangeError(`There is no block ${id}`);
  return block;
};

/** Drafts a block or a garment. @throws what `loadBlock` throws */
export const draftAny = async (request: DraftRequest): Promise<DraftAnswer> =>
  draftBlock(await loadBlock(request.block), request);
