import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { type Assignment, postAssignment } from "../../contract/assignments.ts";
import type { Id } from "../../contract/wire.ts";
import { type Attachments, type CollectFailure, uploadMessages } from "../../core/attachments.ts";
import type { FailureTable, OwnKind } from "../../core/match-failure.ts";
import { createRequestKeys } from "../../core/request-keys.ts";
import type { UnsentTexts } from "../../core/unsent-texts.ts";
import { ATTACHMENT_TYPES, MAX_ATTACHMENTS } from "../../domain/attachment.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { Result } from "../../lib/result.ts";
import type { RandomHex } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { SendForm, SendProgress } from "../../transport/send-form.ts";

type HandInFailure = UnreadyFailure | CallFailure;

/** Why nothing was sent. */
type UnreadyFailure = CollectFailure | { readonly kind: "too-many" };

/** The messages for a hand-in that failed; null: the list of files tells it. */
export const handInMessages = {
  ...uploadMessages,
  "too-many": "attachments.too-many",
  403: "assignment-failure.closed",
  404: "assignment-failure.closed",
  409: "assignment-failure.accepted",
  507: "assignment-failure.no-room",
  else: "assignment-failure.upload",
} as const satisfies FailureTable<OwnKind<HandInFailure>, MessageId | null>;

interface HandInOptions {
  assignmentId: Id;
  sendForm: SendForm;
  unsentTexts: UnsentTexts;
  createAttachments: () => Attachments;
  randomHex: RandomHex;
  onHandedIn: (assignment: Assignment) => void;
}

/** The person's hand-in for one assignment. Its comment and files survive a failure. */
export const createHandIn = (options: HandInOptions) => {
  const { assignmentId, sendForm } = options;
  const unsent = options.unsentTexts.of(`assignment/${assignmentId}`, v.string());
  const attachments = options.createAttachments();
  const state = proxy({
    comment: unsent.read() ?? "",
    /** The progress of the upload; null when none runs. */
    progress: null as SendProgress | null,
    /** A drafted pattern that goes along, as a file of its own. */
    draft: null as { readonly name: string; readonly text: string } | null,
    failure: null as HandInFailure | null,
    /** The result of the last attempt if it did not fail. */
    outcome: null as "handed-in" | "cancelled" | null,
  });
  let abortController: AbortController | null = null;
  /** The same comment with the same files is handed in once, however often it is sent. */
  const keys = createRequestKeys(options.randomHex);

  /** The chosen files, and the draft. A draft may be handed in alone. */
  const collect = async (): Promise<Result<File[], UnreadyFailure>> => {
    const { draft } = state;
    if (!draft) return attachments.collect();
    const drafted = new File([draft.text], draft.name, { type: ATTACHMENT_TYPES.draft });
    if (attachments.state.files.length === 0) return Result.ok([drafted]);
    const chosen = await attachments.collect();
    if (!chosen.ok) return chosen;
    const all = [...chosen.value, drafted];
    return all.length > MAX_ATTACHMENTS ? Result.fail({ kind: "too-many" }) : Result.ok(all);
  };

  const send = async (signal: AbortSignal) => {
    const files = await collect();
    if (!files.ok) return files;
    const total = files.value.reduce((sum, { size }) => sum + size, 0);
    state.progress = { sent: 0, total };
    const { comment, draft } = state;
    const fileIds = attachments.state.files.map(({ id }) => id);
    const form = new FormData();
    form.set("assignment_id", String(assignmentId));
    form.set("comment", comment);
    for (const file of files.value) form.append("files", file, file.name);
    return sendForm(postAssignment, form, {
      headers: keys.headersFor([comment, fileIds, draft?.text]),
      signal,
      onProgress(progress) {
        if (state.progress) state.progress = progress;
      },
    });
  };

  return {
    state,
    attachments,

    setComment(comment: string) {
      state.comment = comment;
      unsent.write(comment);
    },

    setDraft(file: { readonly name: string; readonly text: string } | null) {
      state.draft = file;
    },

    /** Sends the hand-in, unless it is already being sent. */
    async upload(): Promise<void> {
      if (state.progress) return;
      Object.assign(state, { progress: { sent: 0, total: 0 }, failure: null, outcome: null });
      abortController = new AbortController();
      const answer = await send(abortController.signal);
      abortController = null;
      state.progress = null;
      if (answer.ok) {
        attachments.clear();
        unsent.clear();
        Object.assign(state, { comment: "", outcome: "handed-in" });
        options.onHandedIn(answer.value.assignment);
      } else if (answer.failure.kind === "cancelled") {
        state.outcome = "cancelled";
      } else {
        state.failure = answer.failure;
      }
    },

    /** Cancels the upload while bytes are being sent. Once all are sent, it may have arrived. */
    cancel() {
      const { progress } = state;
      if (progress && (progress.total === 0 || progress.sent < progress.total))
        abortController?.abort();
    },
  };
};

export type HandIn = ReturnType<typeof createHandIn>;
