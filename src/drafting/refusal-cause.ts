import type { Block, DraftProblem, OptionValues } from "./block.ts";
import { isAllowance, optionsWithEffect, unfit } from "./block.ts";

type Unfit = Extract<DraftProblem, { kind: "unfit" }>;

/** The reason of lines that cross or do not meet, which no rule of the block has foreseen. */
export const NOT_SOUND = "not-sound";
/** The same reason where a bodice finds it itself. */
export const BODICE_LINES = "bodice-lines";

/** The widest that allowances may be, in steps of a millimetre; 0 if none fits. */
const widestOf = (
  names: readonly string[],
  options: OptionValues,
  isSound: (options: OptionValues) => boolean,
): number => {
  const wanted = Math.max(...names.map((name) => Number(options[name])));
  const within = (most: number): OptionValues => ({
    ...options,
    ...Object.fromEntries(names.map((name) => [name, Math.min(most, Number(options[name]))])),
  });
  let [fits, tooWide] = [0, Math.round(wanted * 10)];
  while (tooWide - fits > 1) {
    const middle = Math.floor((fits + tooWide) / 2);
    if (isSound(within(middle / 10))) fits = middle;
    else tooWide = middle;
  }
  return fits / 10;
};

/**
 * Finds what a refusal is about: an allowance, another choice, or the measures. It drafts again without allowances,
 * and with the choices of the lessons; what makes the draft sound is named, and nothing else.
 * @param isSound whether the same measures give a pattern that can be sewn with other options
 */
export const causeOf = (
  block: Block,
  options: OptionValues,
  failure: Unfit,
  isSound: (options: OptionValues) => boolean,
): Unfit => {
  const isVague = failure.reason === NOT_SOUND || failure.reason === BODICE_LINES;
  const withEffect = optionsWithEffect(block.options, options);
  const replaced = (names: readonly string[], value: (name: string) => number | string) => ({
    ...options,
    ...Object.fromEntries(names.map((name) => [name, value(name)])),
  });

  const own = block.options.map(({ name }) => name);
  const names = [
    ...withEffect.map(({ name }) => name),
    // Those of edges.
    ...Object.keys(options).filter((name) => !own.includes(name)),
  ];
  const allowances = names.filter((name) => isAllowance(name) && Number(options[name]) > 0);
  if (isVague && allowances.length > 0 && isSound(replaced(allowances, () => 0))) {
    const alone = allowances.filter((name) => isSound(replaced([name], () => 0)));
    const named = alone.length > 0 ? alone : allowances;
    const most = widestOf(named, options, isSound);
    return unfit("allowance-wide", [], named, { most });
  }

  const startOf = (name: string) =>
    block.options.find((option) => option.name === name)?.start ?? 0;
  const chosen = (isVague ? withEffect.map(({ name }) => name) : failure.options).filter(
    (name) => !isAllowance(name) && options[name] !== startOf(name),
  );
  if (chosen.length === 0 || !isSound(replaced(chosen, startOf))) return failure;
  const alone = chosen.filter((name) => isSound(replaced([name], startOf)));
  return {
    ...failure,
    reason: isVague ? "choice-unfit" : failure.reason,
    fields: [],
    options: alone.length > 0 ? alone : chosen,
  };
};
