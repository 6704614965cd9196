import type { App } from "../../app-context/app.ts";
import { serviceOf } from "../../app-context/service.ts";
import { type DraftFile, readDraftFile, writeDraftFile } from "../../contract/draft-file.ts";
import {
  deleteSavedDraft,
  getSavedDrafts,
  MAX_DRAFT_NAME_LENGTH,
  postSavedDraft,
  putSavedDraft,
  type SavedDraft,
} from "../../contract/saved-drafts.ts";
import { createResource } from "../../core/create-resource.ts";
import { createRequestKeys } from "../../core/request-keys.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";

/** A version of a saved draft with what is in its file. */
export interface Saved extends Omit<SavedDraft, "draft"> {
  readonly file: DraftFile;
}

export const MAX_NAME_LENGTH = MAX_DRAFT_NAME_LENGTH;

/** A file that no app can read any more is left out. */
const readSaved = ({ draft, ...rest }: SavedDraft): readonly Saved[] => {
  const file = readDraftFile(draft);
  return file ? [{ ...rest, file }] : [];
};

/** The drafts that a person has saved at the school, the latest first. */
const createSavedDrafts = ({ machine, transport: { send } }: App) => {
  const resource = createResource<readonly Saved[], CallFailure>({
    async fetch(onNewer) {
      const answer = await send(getSavedDrafts, { onNewer });
      return answer.ok ? Result.ok(answer.value.drafts.flatMap(readSaved)) : answer;
    },
  });
  const keys = createRequestKeys(machine.randomHex);

  return {
    state: resource.state,
    load: () => resource.load(),

    /** Saves a draft. One of the same name becomes an earlier version. */
    async save(name: string, file: DraftFile): Promise<Result<Saved, CallFailure>> {
      const body = { name: name.trim().slice(0, MAX_NAME_LENGTH), draft: writeDraftFile(file) };
      const headers = keys.headersFor(body);
      const answer = await send(postSavedDraft, { body, headers });
      if (!answer.ok) return answer;
      keys.forget();
      const saved: Saved = { ...answer.value.draft, file };
      resource.update((list) => [saved, ...(list ?? []).filter(({ id }) => id !== saved.id)]);
      return Result.ok(saved);
    },

    /** Shows all versions of a draft to the person's tutors, or to nobody else. */
    async share({ id, name }: Saved, is_shared: boolean): Promise<Result<null, CallFailure>> {
      const answer = await send(putSavedDraft, { params: { id }, body: { is_shared } });
      if (!answer.ok) return answer;
      resource.update(
        (list) => list?.map((each) => (each.name === name ? { ...each, is_shared } : each)) ?? null,
      );
      return Result.ok(null);
    },

    /** Deletes a version. One that is not there any more counts as deleted. */
    async remove({ id }: Saved): Promise<Result<null, CallFailure>> {
      const answer = await send(deleteSavedDraft, { params: { id } });
      const isGone =
        !answer.ok && answer.failure.kind === "refused" && answer.failure.status === 404;
      if (!answer.ok && !isGone) return answer;
      resource.update((list) => list?.filter((each) => each.id !== id) ?? null);
      return Result.ok(null);
    },
  };
};

export type SavedDrafts = ReturnType<typeof createSavedDrafts>;

export const savedDraftsOf = (app: App): SavedDrafts => serviceOf(app, createSavedDrafts);
