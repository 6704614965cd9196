import type { FieldKey, Values } from "../domain/measurements/fields.ts";
import type { OptionValues } from "./block.ts";
import { blockOf } from "./blocks.ts";
import { completeOptions, type DraftAnswer, draft } from "./draft.ts";

export interface LessonNumbers {
  /**
   * What a lesson can name of a block: the measures it needs by their fields, its options, and what it works
   * out. Their kinds are in `number-kind.ts`. Null when nothing can be drafted.
   */
  readonly numbers: ReadonlyMap<string, number> | null;
  readonly problems: DraftAnswer["problems"];
}

/** @returns null if there is no such block */
export const lessonNumbers = (
  blockId: string,
  values: Values,
  given: OptionValues = {},
): LessonNumbers | null => {
  const block = blockOf(blockId);
  if (!block) return null;
  const { pattern, problems } = draft({ block: blockId, values, options: given });
  if (!pattern) return { numbers: null, problems };
  const options = completeOptions(block, given);
  const measures = block
    .needs(options)
    .map((field: FieldKey) => [field, Number(values[field])] as const);
  const chosen = block.options.flatMap((option) => {
    const value = options[option.name];
    if (option.kind !== "number" || typeof value !== "number") return [];
    return [[option.name, option.unit === "percent" ? value / 100 : value] as const];
  });
  const { numbers, steps } = pattern;
  return {
    numbers: new Map([
      ...measures,
      ...chosen,
      ...Object.entries(numbers),
      ...Object.entries(steps ?? {}),
    ]),
    problems,
  };
};
