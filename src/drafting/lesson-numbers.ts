import type { FieldKey, Values } from "../domain/measurements/fields.ts";
import type { OptionValues } from "./block.ts";
import { blockOf } from "./blocks.ts";
import { completeOptions, type DraftAnswer, draft } from "./draft.ts";

export interface LessonNumbers {
  /**
   * What a lesson can name of a block: the measures it needs by their fields, its options, and what it works
   * out. Centimetres, degrees or counts. Null when nothing can be drafted.
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
  const chosen = Object.entries(options).flatMap(([name, value]) =>
    typeof value === "number" ? [[name, value] as const] : [],
  );
  return {
    numbers: new Map([...measures, ...chosen, ...Object.entries(pattern.numbers)]),
    problems,
  };
};
