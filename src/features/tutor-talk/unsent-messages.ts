import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { Message } from "../../contract/messages.ts";
import type { Id } from "../../contract/wire.ts";
import { type Attachments, type CollectFailure, uploadMessages } from "../../core/attachments.ts";
import type { FailureTable } from "../../core/match-failure.ts";
import type { UnsentTexts } from "../../core/unsent-texts.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { uuid } from "../../lib/uuid.ts";
import type { RandomHex } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { SendProgress } from "../../transport/send-form.ts";
import type { Messages } from "./messages.ts";

interface UnsentMessagesOptions {
  messages: Messages;
  unsentTexts: UnsentTexts;
  /** Creates the list of files that go with one message. */
  createAttachments: () => Attachments;
  randomHex: RandomHex;
}

/** The messages for a message that was not sent; null: the list of files tells it. */
export const messageFailures = {
  ...uploadMessages,
  409: "attachments.limit-reached",
  507: "tutor-talk-failure.no-room",
  refused: "tutor-talk-failure.refused",
  else: "tutor-talk-failure.send",
} as const satisfies FailureTable<CollectFailure["kind"], MessageId | null>;

const stored = v.object({
  subject: v.string(),
  body: v.string(),
  /** The key under which this message was last sent; null once it has been changed. */
  key: v.nullish(v.string(), null),
});

/** Where a message goes: to a conversation, to the one about a hand-in, or to a new one. */
interface Destination {
  readonly thread: Id | null;
  readonly upload: Id | null;
}

/** A message that is not sent yet. @param name identifies where it goes */
const createUnsentMessage = (
  { messages, unsentTexts, createAttachments, randomHex }: UnsentMessagesOptions,
  name: Id,
  { thread, upload }: Destination,
) => {
  const unsent = unsentTexts.of(`message/${name}`, stored);
  const kept = unsent.read();
  const attachments = createAttachments();
  const state = proxy({
    subject: upload === null ? (kept?.subject ?? "") : "",
    body: kept?.body ?? "",
    /** The progress of sending; null when it is not being sent. */
    sending: null as SendProgress | null,
    failure: null as CallFailure | CollectFailure | null,
  });
  let abortController = new AbortController();

  /** The content that the idempotency key identifies. A changed message gets a new key. */
  const contents = () =>
    JSON.stringify([state.subject, state.body, attachments.state.files.map(({ id }) => id)]);
  let sent = kept?.key ? { key: kept.key, contents: contents() } : null;

  const keep = (key: string | null) =>
    unsent.write({ subject: state.subject, body: state.body, key });

  return {
    state,
    attachments,

    write(change: { subject?: string; body?: string }): void {
      if (state.sending) return;
      Object.assign(state, change);
      state.failure = null;
      if (state.subject || state.body) keep(null);
      else unsent.clear();
    },

    /**
     * @param given the subject, where the person does not write it
     * @returns the message once the school has accepted it; until then the text is kept
     */
    async send(given?: string): Promise<Message | null> {
      if (state.sending) return null;
      state.failure = null;
      state.sending = { sent: 0, total: 0 };
      abortController = new AbortController();
      const chosen = attachments.state.files.length;
      const files = chosen > 0 ? await attachments.collect() : ({ ok: true, value: [] } as const);
      if (!files.ok) {
        state.sending = null;
        state.failure = files.failure;
        return null;
      }
      if (sent?.contents !== contents()) sent = { key: uuid(randomHex), contents: contents() };
      const { body } = state;
      const subject = given ?? state.subject;
      const { key } = sent;
      // Files do not outlive the page: with them, the next try after a reload is another message.
      keep(chosen > 0 ? null : key);
      unsentTexts.flush();
      const result = await messages.send(
        { thread, upload, subject, body, files: files.value, key },
        (progress) => {
          if (state.sending) state.sending = progress;
        },
        abortController.signal,
      );
      state.sending = null;
      if (!result.ok) {
        state.failure = result.failure;
        return null;
      }
      sent = null;
      unsent.clear();
      attachments.clear();
      Object.assign(state, { subject: "", body: "" });
      return result.value;
    },

    cancel: () => abortController.abort(),
  };
};

export type UnsentMessage = ReturnType<typeof createUnsentMessage>;

/** The unsent messages of one person, one for each destination, until the session ends. */
export const createUnsentMessages = (options: UnsentMessagesOptions) => {
  const letters = new Map<Id, UnsentMessage>();
  const at = (name: Id, to: Destination): UnsentMessage => {
    const letter = letters.get(name) ?? createUnsentMessage(options, name, to);
    letters.set(name, letter);
    return letter;
  };
  return {
    /** For a conversation; null: for a new one. */
    of: (thread: Id | null) => at(thread ?? "new", { thread, upload: null }),
    /** For the conversation about a hand-in. */
    about: (upload: Id) => at(`upload-${upload}`, { thread: null, upload }),
  };
};
