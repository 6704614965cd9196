import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { type Assignment, postAssignment } from "../../contract/assignments.ts";
import type { Id } from "../../contract/wire.ts";
import type { Attachments, CollectFailure } from "../../core/attachments.ts";
import type { Drafts } from "../../core/drafts.ts";
import { ATTACHMENT_TYPES, MAX_ATTACHMENTS } from "../../domain/attachment.ts";
import { Result } from "../../lib/result.ts";
import { uuid } from "../../lib/uuid.ts";
import type { RandomHex } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { SendForm, SendProgress } from "../../transport/send-form.ts";

/** Why a hand-in failed. */
export type HandInFailure =
  | CollectFailure
  | {
      readonly kind:
        | "no-connection"
        | "too-large"
        | "wrong-kind"
        | "heic"
        | "damaged"
        | "empty"
        | "too-many"
        | "no-room"
        | "storage-used"
        | "limit-reached"
        | "too-fast"
        | "accepted"
        | "closed";
    };

const CODES: Readonly<Record<string, HandInFailure["kind"]>> = {
  "attachment/too_large": "too-large",
  "attachment/wrong_kind": "wrong-kind",
  "attachment/heic": "heic",
  "attachment/damaged": "damaged",
  "attachment/empty": "empty",
  "attachment/too_many": "too-many",
  "assignment/accepted": "accepted",
  "account/storage_full": "storage-used",
  "account/limit_reached": "limit-reached",
};

const STATUSES: Readonly<Record<number, HandInFailure["kind"]>> = {
  403: "closed",
  404: "closed",
  409: "accepted",
  413: "too-large",
  415: "wrong-kind",
  429: "too-fast",
  507: "no-room",
};

const failureOf = (failure: CallFailure): HandInFailure => {
  if (failure.kind !== "refused") return { kind: "no-connection" };
  return { kind: CODES[failure.code] ?? STATUSES[failure.status] ?? "no-connection" };
};

export interface HandInOptions {
  assignmentId: Id;
  sendForm: SendForm;
  drafts: Drafts;
  createAttachments: () => Attachments;
  randomHex: RandomHex;
  onHandedIn: (assignment: Assignment) => void;
}

/** The person's hand-in for one assignment. Its comment and files survive a failure. */
export const createHandIn = (options: HandInOptions) => {
  const { assignmentId, sendForm } = options;
  const draft = options.drafts.draft(`assignment/${assignmentId}`, v.string());
  const attachments = options.createAttachments();
  const state = proxy({
    comment: draft.read() ?? "",
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
  let attempt = { of: "", key: "" };

  const keyOf = (comment: string): string => {
    const files = attachments.state.files.map(({ id }) => id);
    const of = JSON.stringify([comment, files, state.draft?.text]);
    if (attempt.of !== of) attempt = { of, key: uuid(options.randomHex) };
    return attempt.key;
  };

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
    const { comment } = state;
    const form = new FormData();
    form.set("assignment_id", String(assignmentId));
    form.set("comment", comment);
    for (const file of files.value) form.append("files", file, file.name);
    return sendForm(postAssignment, form, {
      headers: { "Idempotency-Key": keyOf(comment) },
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
      draft.write(comment);
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
        draft.clear();
        Object.assign(state, { comment: "", outcome: "handed-in" });
        options.onHandedIn(answer.value.assignment);
      } else if (answer.failure.kind === "cancelled") {
        state.outcome = "cancelled";
      } else {
        const { failure } = answer;
        state.failure = isUnready(failure) ? failure : failureOf(failure);
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

/** Why nothing was sent. */
type UnreadyFailure = CollectFailure | { readonly kind: "too-many" };

const UNREADY: ReadonlySet<string> = new Set<UnreadyFailure["kind"]>([
  "none",
  "unusable",
  "too-many",
]);

const isUnready = (failure: UnreadyFailure | CallFailure): failure is UnreadyFailure =>
  UNREADY.has(failure.kind);

export type HandIn = ReturnType<typeof createHandIn>;
