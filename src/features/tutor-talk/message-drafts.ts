import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { Message } from "../../contract/messages.ts";
import type { Id } from "../../contract/wire.ts";
import type { Attachments, UnreadyFailure } from "../../core/attachments.ts";
import type { Drafts } from "../../core/drafts.ts";
import { uuid } from "../../lib/uuid.ts";
import type { RandomHex } from "../../platform/ports.ts";
import type { SentSoFar } from "../../transport/send-form.ts";
import type { Messages, SendMessageFailure } from "./messages.ts";

export interface MessageDraftsOptions {
  messages: Messages;
  drafts: Drafts;
  /** Creates the list of files that go with one message. */
  createAttachments: () => Attachments;
  randomHex: RandomHex;
}

export type MessageDraftFailure = SendMessageFailure | UnreadyFailure;

const stored = v.object({
  subject: v.string(),
  body: v.string(),
  /** Under which it was last sent, as it is; null once it has been changed. */
  key: v.nullish(v.string(), null),
});

/** What somebody is writing: in one conversation, or to begin a new one. */
const createMessageDraft = (
  { messages, drafts, createAttachments, randomHex }: MessageDraftsOptions,
  thread: Id | null,
) => {
  const draft = drafts.draft(`message/${thread ?? "new"}`, stored);
  const kept = draft.read();
  const attachments = createAttachments();
  const state = proxy({
    subject: kept?.subject ?? "",
    body: kept?.body ?? "",
    /** How far it is on its way; null when it is not. */
    sending: null as SentSoFar | null,
    failure: null as MessageDraftFailure | null,
  });
  let giveUp = new AbortController();

  /** What the idempotency key identifies: another message has another key. */
  const contents = () =>
    JSON.stringify([state.subject, state.body, attachments.state.files.map(({ id }) => id)]);
  let sent = kept?.key ? { key: kept.key, contents: contents() } : null;

  const keep = (key: string | null) =>
    draft.write({ subject: state.subject, body: state.body, key });

  return {
    state,
    attachments,

    write(change: { subject?: string; body?: string }): void {
      if (state.sending) return;
      Object.assign(state, change);
      state.failure = null;
      if (state.subject || state.body) keep(null);
      else draft.clear();
    },

    /** @returns the message once it has been taken; until then nothing of it is lost */
    async send(): Promise<Message | null> {
      if (state.sending) return null;
      state.failure = null;
      state.sending = { sent: 0, total: 0 };
      giveUp = new AbortController();
      const chosen = attachments.state.files.length;
      const files = chosen > 0 ? await attachments.collect() : ({ ok: true, value: [] } as const);
      if (!files.ok) {
        state.sending = null;
        state.failure = files.failure;
        return null;
      }
      if (sent?.contents !== contents()) sent = { key: uuid(randomHex), contents: contents() };
      const { subject, body } = state;
      const { key } = sent;
      // Files do not outlive the page: with them, the next try after a reload is another message.
      keep(chosen > 0 ? null : key);
      drafts.flush();
      const result = await messages.send(
        { thread, subject, body, files: files.value, key },
        (progress) => {
          if (state.sending) state.sending = progress;
        },
        giveUp.signal,
      );
      state.sending = null;
      if (!result.ok) {
        state.failure = result.failure;
        return null;
      }
      sent = null;
      draft.clear();
      attachments.clear();
      Object.assign(state, { subject: "", body: "" });
      return result.value;
    },

    cancel: () => giveUp.abort(),
  };
};

export type MessageDraft = ReturnType<typeof createMessageDraft>;

/** The messages that one person is writing, one for each conversation, for as long as the session lasts. */
export const createMessageDrafts = (options: MessageDraftsOptions) => {
  const known = new Map<Id | null, MessageDraft>();
  return {
    of(thread: Id | null): MessageDraft {
      let draft = known.get(thread);
      if (!draft) {
        draft = createMessageDraft(options, thread);
        known.set(thread, draft);
      }
      return draft;
    },
  };
};

export type MessageDrafts = ReturnType<typeof createMessageDrafts>;
