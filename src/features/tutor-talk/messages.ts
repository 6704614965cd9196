import { proxy, ref } from "valtio/vanilla";
import { getMessage, getMessages, type Message, postMessage } from "../../contract/messages.ts";
import type { Id } from "../../contract/wire.ts";
import { createResource } from "../../core/create-resource.ts";
import { type Conversation, conversationsOf } from "../../domain/conversations.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { SendForm, SendProgress } from "../../transport/send-form.ts";
import type { Send } from "../../transport/transport.ts";
import { fileFromBase64 } from "./file-from-base64.ts";

export type ConversationsFailure =
  | { readonly kind: "no-connection" }
  /** The answer does not match the contract. */
  | { readonly kind: "invalid-content" };

export type SendMessageFailure = {
  readonly kind: "no-connection" | "too-large" | "wrong-kind" | "no-room" | "refused";
};

export interface ReceivedFile {
  readonly name: string;
  readonly file: Blob;
}

/** The files of a message that is open. */
export type Attachments =
  | { readonly status: "loading" | "failed" }
  | { readonly status: "fetched"; readonly files: readonly ReceivedFile[] };

/** A message to send. */
export interface OutgoingMessage {
  /** Null for a new conversation. */
  readonly thread: Id | null;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly File[];
  /** The idempotency key: a message sent repeatedly is stored once. */
  readonly key: string;
}

/** What the school has sent, with the changes made here. */
interface Inbox {
  readonly messages: readonly Message[];
  readonly conversations: readonly Conversation[];
  /** False: the school answers by mail. */
  readonly internal: boolean;
}

export interface MessagesOptions {
  send: Send;
  sendForm: SendForm;
  personId: Id;
  /** Whether conversations that wait for an answer come first. */
  unansweredFirst: boolean;
}

const failureOf = (failure: CallFailure): SendMessageFailure => {
  if (failure.kind !== "refused" || failure.status === 429) return { kind: "no-connection" };
  if (failure.status === 413) return { kind: "too-large" };
  if (failure.status === 415) return { kind: "wrong-kind" };
  if (failure.status === 507) return { kind: "no-room" };
  return { kind: failure.status < 500 ? "refused" : "no-connection" };
};

/** Keeps the objects of unchanged conversations, so that their rows are not rendered again. */
const keepUnchanged = (next: readonly Conversation[], before: readonly Conversation[]) => {
  const known = new Map(before.map((conversation) => [conversation.id, conversation]));
  return next.map((conversation) => {
    const old = known.get(conversation.id);
    const isSame =
      old?.messages.length === conversation.messages.length &&
      old.messages.every((each, at) => each === conversation.messages[at]);
    return isSame ? old : conversation;
  });
};

/** The conversations between students and tutors. */
export const createMessages = (options: MessagesOptions) => {
  const { send, sendForm, personId } = options;
  const state = proxy({ attachments: {} as Record<string, Attachments> });

  const toInbox = (messages: readonly Message[], internal: boolean): Inbox => {
    const conversations = conversationsOf(messages, personId, options.unansweredFirst);
    const before = inbox.state.value?.conversations ?? [];
    return { messages, internal, conversations: keepUnchanged(conversations, before) };
  };

  const inbox = createResource<Inbox, ConversationsFailure>({
    async fetch(onNewer) {
      const answer = await send(getMessages, { onNewer });
      if (answer.ok) return Result.ok(toInbox(answer.value.messages, answer.value.internal));
      const isInvalid = answer.failure.kind === "undecodable" && answer.failure.json;
      return Result.fail({ kind: isInvalid ? "invalid-content" : "no-connection" });
    },
  });

  const markRead = (id: Id) =>
    inbox.update((value) => {
      if (!value) return null;
      const isUnread = (each: Message) => each.id === id && !each.read;
      const messages = value.messages.map((each) =>
        isUnread(each) ? { ...each, read: true } : each,
      );
      return toInbox(messages, value.internal);
    });

  return {
    /** The conversations, and whether the school answers here. */
    inbox: inbox.state,
    state,

    /** Fetches the conversations again. */
    load: inbox.refresh,

    /** Opens a message: fetches its files, and marks it as read. */
    async open({ id, read, attachmentCount }: Message): Promise<void> {
      const name = String(id);
      const known = state.attachments[name]?.status;
      if (known === "loading" || known === "fetched" || (read && attachmentCount === 0)) return;
      const loading: Attachments = { status: "loading" };
      state.attachments[name] = loading;
      const answer = await send(getMessage, { params: { id } });
      const files = answer.ok
        ? answer.value.attachments.map(({ name: file, type, data }) => ({
            name: file,
            file: fileFromBase64(data, type),
          }))
        : null;
      if (answer.ok) markRead(id);
      // It was closed meanwhile.
      if (!state.attachments[name]) return;
      const whole = files?.filter((each): each is ReceivedFile => each.file !== null);
      state.attachments[name] =
        whole && whole.length === files?.length
          ? { status: "fetched", files: ref(whole) }
          : { status: "failed" };
    },

    /** Closes a message and releases its files. */
    close(id: Id): void {
      delete state.attachments[String(id)];
    },

    /**
     * @returns the message, or why it was not sent; the failure is null when sending was cancelled
     */
    async send(
      message: OutgoingMessage,
      onProgress: (progress: SendProgress) => void,
      signal: AbortSignal,
    ): Promise<Result<Message, SendMessageFailure | null>> {
      const form = new FormData();
      form.set("subject", message.subject);
      form.set("body", message.body);
      if (message.thread !== null) form.set("thread", String(message.thread));
      for (const file of message.files) form.append("attachments", file, file.name);
      const answer = await sendForm(postMessage, form, {
        headers: { "idempotency-key": message.key },
        onProgress,
        signal,
      });
      if (!answer.ok) {
        return Result.fail(answer.failure.kind === "cancelled" ? null : failureOf(answer.failure));
      }
      // One's own message always counts as read.
      const sent = { ...answer.value.message, read: true };
      inbox.update((value) => {
        const others = (value?.messages ?? []).filter(({ id }) => id !== sent.id);
        return toInbox([...others, sent], value?.internal ?? true);
      });
      return Result.ok(sent);
    },
  };
};

export type Messages = ReturnType<typeof createMessages>;
