import * as v from "valibot";
import type { Drafts } from "../../../core/drafts.ts";

/** What somebody has written and not saved, what it is to replace, and whether it is to be saved by itself. */
const schema = v.object({
  fields: v.record(v.string(), v.string()),
  text: v.string(),
  replaces: v.nullable(v.string()),
  isWanted: v.boolean(),
});

/** What is written of a text and not saved, on this machine. */
export const writtenDraft = (drafts: Drafts, path: string) =>
  drafts.draft(`written/${path}`, schema);
