import * as v from "valibot";
import type { UnsentTexts } from "../../../core/unsent-texts.ts";

/** What somebody has written and not saved, what it is to replace, and whether it is to be saved by itself. */
const schema = v.object({
  fields: v.record(v.string(), v.string()),
  text: v.string(),
  replaces: v.nullable(v.string()),
  isWanted: v.boolean(),
});

/** What is written of a text and not saved, on this machine. */
export const writtenDraft = (unsentTexts: UnsentTexts, path: string) =>
  unsentTexts.of(`written/${path}`, schema);
