import type { Units, Values } from "../domain/measurements/fields.ts";
import { type DraftProblem, drawn, isRefusal, type Measures, type OptionValues } from "./block.ts";
import { blockOf, completeOptions, type DraftAnswer, draftBlock, measuresFor } from "./draft.ts";
import { ownFormat } from "./figures/figure.ts";
import { drawFigure } from "./figures/figures.ts";
import { skirtStyleSteps } from "./skirt-lesson.ts";

/** What lessons work out beyond a draft, by block. What cannot be drawn, or is not finite, is left out. */
const stepsBeside = (block: string, measures: Measures, options: OptionValues) => {
  const steps = block === "skirt-block" ? drawn(() => skirtStyleSteps(measures, options)) : null;
  return Object.entries(steps ?? {}).filter(([, value]) => Number.isFinite(value));
};

interface LessonNumbers {
  /**
   * What a lesson can name of a block: the measures it needs by their fields, its options, and what it works
   * out. Their kinds are in `number-kind.ts`. Null when nothing can be drafted.
   */
  readonly numbers: ReadonlyMap<string, number> | null;
  readonly problems: DraftAnswer["problems"];
}

/** @returns null if there is no such block */
export const lessonNumbers = (blockId: string, values: Values): LessonNumbers | null => {
  const block = blockOf(blockId);
  if (!block) return null;
  const { pattern, problems } = draftBlock(block, { values, options: {} });
  if (!pattern) return { numbers: null, problems };
  const options = completeOptions(block, {});
  const measures = measuresFor(block, values);
  const chosen = block.options.flatMap((option) => {
    const value = options[option.name];
    if (option.kind !== "number" || typeof value !== "number") return [];
    return [[option.name, option.unit === "percent" ? value / 100 : value] as const];
  });
  const { numbers, steps } = pattern;
  return {
    numbers: new Map([
      ...block.needs(options).map((field) => [field, measures[field]] as const),
      ...chosen,
      ...Object.entries(numbers),
      ...Object.entries(steps ?? {}),
      ...stepsBeside(blockId, measures, options),
    ]),
    problems,
  };
};

/** What a lesson shows of a student's drafts. */
export interface LessonDraftRequest {
  readonly values: Values;
  readonly units: Units;
  /** Of the numbers in figures. */
  readonly language: string;
  /** The names in the lesson, from untrusted HTML: `skirt-block.halfHip`, `skirt-block/frame`. */
  readonly names: readonly string[];
}

export interface LessonDraftAnswer {
  /** By name; each has the unit of its kind. */
  readonly numbers: ReadonlyMap<string, number>;
  /** SVG by name. */
  readonly figures: ReadonlyMap<string, string>;
  /** What a block lacks, or why it cannot be drafted; none for a block that does not exist. */
  readonly problems: readonly DraftProblem[];
}

const blockIn = (name: string): string => /^[a-z-]+(?=[./])/.exec(name)?.[0] ?? "";

/** Drafts the blocks that a lesson names, each once. What cannot be drafted is left out. */
export const lessonDraft = (request: LessonDraftRequest): LessonDraftAnswer => {
  const { values, units, language, names } = request;
  const numbers = new Map<string, number>();
  const figures = new Map<string, string>();
  const problems: DraftProblem[] = [];
  const format = ownFormat(units, language);
  for (const id of new Set(names.map(blockIn))) {
    const block = blockOf(id);
    const drafted = lessonNumbers(id, values);
    if (!block || !drafted) continue;
    problems.push(...drafted.problems.filter(isRefusal));
    if (!drafted.numbers) continue;
    const measures = measuresFor(block, values);
    for (const name of names.filter((each) => blockIn(each) === id)) {
      const number = drafted.numbers.get(name.slice(id.length + 1));
      const drawing = drawFigure(name, measures, {}, format);
      if (drawing) figures.set(name, drawing.toString());
      else if (number !== undefined) numbers.set(name, number);
    }
  }
  return { numbers, figures, problems };
};
