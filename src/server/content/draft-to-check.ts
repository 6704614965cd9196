import type { AssignedDraft } from "../../contract/assignments.ts";
import { draftLengthNames } from "../../drafting/check-draft.ts";
import { BLOCKS, blockOf, draft } from "../../drafting/draft.ts";
import { EXAMPLE_BODY } from "../../drafting/example-body.ts";
import { didYouMean, type Say } from "./problem-list.ts";
import type { YamlField } from "./yaml-field.ts";

/** The draft of an assignment as the author writes it: each length with the key of its lesson. */
export interface DraftToCheck {
  block: string;
  lengths: { name: string; lesson: string; say: Say }[];
}

/** Reads `draft` of an assignment: `block`, and `lengths`, a map from names to keys of lessons. */
export const readDraftToCheck = (field: YamlField | null | undefined): DraftToCheck | null => {
  const fields = field?.fields(["block", "lengths"]);
  const blockField = fields?.need("block");
  const block = blockField?.text() ?? null;
  if (block === null) return null;
  const lengths = fields?.need("lengths")?.entries() ?? [];
  if (!blockOf(block)) {
    const known = BLOCKS.map(({ id }) => id);
    blockField?.say(`There is no block "${block}"${didYouMean(block, known) || "."}`);
    return null;
  }
  const { pattern } = draft({ block, values: EXAMPLE_BODY, options: {} });
  const names = pattern ? draftLengthNames(pattern) : [];
  return {
    block,
    lengths: lengths.flatMap((length) => {
      const { name, say } = length;
      if (!names.includes(name)) {
        say(`"${block}" has no length "${name}"${didYouMean(name, names) || "."}`);
      }
      const lesson = length.reference();
      return lesson === null ? [] : [{ name, lesson, say }];
    }),
  };
};

/** The draft in the contract's form: lessons have their ids. */
export const resolveDraft = (
  { block, lengths }: DraftToCheck,
  lessons: ReadonlyMap<string, { readonly id: { readonly value: number } | null }>,
): AssignedDraft => ({
  block,
  lengths: lengths.map(({ name, lesson, say }) => {
    const found = lessons.get(lesson);
    if (!found) say(`There is no lesson "${lesson}"${didYouMean(lesson, lessons.keys()) || "."}`);
    return { name, lesson_id: found?.id?.value ?? null };
  }),
});
