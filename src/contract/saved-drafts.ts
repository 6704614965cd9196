import * as v from "valibot";
import { call } from "./call.ts";
import { date, flag, id, list, text } from "./wire.ts";

/** The most drafts that a person may keep, earlier versions among them. */
export const MAX_SAVED_DRAFTS = 100;
/** Far more than a table and its options. */
export const MAX_SAVED_DRAFT_LENGTH = 8192;
export const MAX_DRAFT_NAME_LENGTH = 100;

/** A pattern that a person has saved. One of the same name that was saved earlier is an earlier version of it. */
export const savedDraft = v.object({
  id,
  name: text,
  /** The file of a draft; see `draft-file.ts`. */
  draft: text,
  /** Whether the person's tutors see it. */
  is_shared: flag,
  created: date,
});

export type SavedDraft = v.InferOutput<typeof savedDraft>;

const one = v.object({ draft: savedDraft });

/** Only at our school: the person's saved drafts, the latest first. */
export const getSavedDrafts = call.get("/user/drafts", {
  answer: v.object({ drafts: list(savedDraft) }),
});

/**
 * Saves a draft. 422 for what is no draft or too large, 409 `account/limit_reached` for one too many.
 * It is shared if the one of the same name before it is.
 */
export const postSavedDraft = call.post("/user/drafts", {
  repeatable: true,
  body: v.object({ name: v.string(), draft: v.string() }),
  answer: one,
});

/** Shows all versions of a draft to the person's tutors, or to nobody else. 404 `draft/not_found` */
export const putSavedDraft = call.put("/user/drafts/:id", {
  body: v.object({ is_shared: v.boolean() }),
  answer: one,
});

/** Deletes one version of a draft. 404 `draft/not_found` */
export const deleteSavedDraft = call.delete("/user/drafts/:id", { answer: "nothing" });
