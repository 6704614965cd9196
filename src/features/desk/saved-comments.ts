import type { App } from "../../app-context/app.ts";
import {
  deleteSavedComment,
  getSavedComments,
  postSavedComment,
  putSavedComment,
  type SavedComment,
} from "../../contract/saved-comments.ts";
import { createResource } from "../../core/create-resource.ts";
import { createRequestKeys } from "../../core/request-keys.ts";
import { foldText } from "../../domain/search-text.ts";
import { Result } from "../../lib/result.ts";
import { type CallFailure, statusOf } from "../../transport/call-failure.ts";

export interface CommentInput {
  readonly name: string;
  readonly text: string;
  readonly shared: boolean;
}

/** Whether somebody else has changed a comment meanwhile. */
export const isChanged = (failure: CallFailure | null): boolean =>
  failure?.kind === "refused" && failure.code === "comment/changed";

/** What a comment is called: its name, or the start of its text. */
export const titleOfComment = ({ name, text }: Pick<SavedComment, "name" | "text">): string =>
  name || text.slice(0, 60);

/**
 * The comments for what somebody has typed: those whose name begins like it, then those with a word
 * that does, then those that have it anywhere. Without letters all of them, by name.
 */
export const matchComments = (
  comments: readonly SavedComment[],
  query: string,
): readonly SavedComment[] => {
  const wanted = foldText(query);
  if (!wanted) return comments;
  const rank = (comment: SavedComment): number => {
    const name = foldText(titleOfComment(comment));
    if (name.startsWith(wanted)) return 0;
    if (` ${name}`.includes(` ${wanted}`)) return 1;
    return `${name} ${foldText(comment.text)}`.includes(wanted) ? 2 : 3;
  };
  return comments
    .map((comment) => ({ comment, at: rank(comment) }))
    .filter(({ at }) => at < 3)
    .toSorted((a, b) => a.at - b.at)
    .map(({ comment }) => comment);
};

/**
 * Puts a saved comment into an answer, in a line of its own if there are words before it.
 * @param start the selected part, which it replaces
 * @returns the text, and the place where the next words go
 */
export const insertComment = (text: string, comment: string, start: number, end: number) => {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const opening = before === "" || /\s$/.test(before) ? "" : "\n";
  const closing = after === "" || /^\s/.test(after) ? "" : "\n";
  const added = opening + comment + closing;
  return { text: before + added + after, at: before.length + opening.length + comment.length };
};

/** The comments to use again: one's own and the school's. */
export const createSavedComments = (app: App) => {
  const { send } = app.transport;
  const resource = createResource<readonly SavedComment[], CallFailure>({
    async fetch() {
      const answer = await send(getSavedComments);
      if (!answer.ok) return answer;
      return Result.ok(answer.value.comments);
    },
  });
  const keys = createRequestKeys(app.machine.randomHex);

  return {
    state: resource.state,
    load: resource.load,

    /**
     * Saves a comment: a new one, or one in place of `before`. If somebody else has changed that
     * meanwhile, the comments are those that the school has now.
     * @returns why it is not saved; null if it is
     */
    async save(input: CommentInput, before: SavedComment | null): Promise<CallFailure | null> {
      const answer =
        before === null
          ? await send(postSavedComment, { body: input, headers: keys.headersFor(input) })
          : await send(putSavedComment, {
              params: { id: before.id },
              body: { ...input, replaces: before.version },
            });
      if (answer.ok) {
        keys.forget();
        await resource.refresh();
        return null;
      }
      if (isChanged(answer.failure)) await resource.refresh();
      return answer.failure;
    },

    /** @returns whether it is removed */
    async remove(id: SavedComment["id"]): Promise<boolean> {
      const answer = await send(deleteSavedComment, { params: { id } });
      const isGone = answer.ok || statusOf(answer.failure) === 404;
      if (isGone) {
        resource.update((list) => list?.filter((comment) => comment.id !== id) ?? null);
      }
      return isGone;
    },
  };
};
