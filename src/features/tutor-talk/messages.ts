import type * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import {
  type attachment,
  getConversations,
  getMessage,
  getMessages,
  type Message,
  postMessage,
} from "../../contract/messages.ts";
import type { Id } from "../../contract/wire.ts";
import { createResource } from "../../core/create-resource.ts";
import type { FailureTable } from "../../core/match-failure.ts";
import { Result } from "../../lib/result.ts";
import { type CallFailure, statusOf } from "../../transport/call-failure.ts";
import type { SendForm, SendProgress } from "../../transport/send-form.ts";
import type { Send } from "../../transport/transport.ts";
import {
  createInbox,
  EMPTY,
  type Inbox,
  keepEarlier,
  withHeads,
  withMessages,
  withRead,
  withSent,
} from "./inbox.ts";

const MESSAGES_AT_ONCE = 50;

/** The messages for conversations that could not be loaded. */
export const conversationsFailures = {
  undecodable: "tutor-talk-failure.invalid-content",
  else: "tutor-talk-failure.conversations",
} as const satisfies FailureTable;

/** A file of a message: its bytes, or where a school that streams files has them. */
export type ReceivedFile = { readonly name: string } & (
  | { readonly file: Blob }
  | { readonly url: string; readonly type: string; readonly size: number }
);

/** The files of a message that is open. */
type Attachments =
  | { readonly status: "loading" | "failed" }
  | { readonly status: "fetched"; readonly files: readonly ReceivedFile[] };

interface OutgoingMessage {
  /** Null for a new conversation, and for one about a hand-in. */
  readonly thread: Id | null;
  /** The hand-in that it is about. Only our school knows it. */
  readonly upload: Id | null;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly File[];
  /** The idempotency key: a message sent repeatedly is stored once. */
  readonly key: string;
}

interface MessagesOptions {
  send: Send;
  sendForm: SendForm;
  /** The base address of the school's calls. */
  base: string;
  personId: Id;
  /** Whether conversations that wait for an answer come first. */
  unansweredFirst: boolean;
}

/** The media types that a browser may show. Files of other types can only be saved. */
const SHOWN = new Set(["image/jpeg", "image/png", "image/webp", "application/pdf"]);

/**
 * Decodes a base64 file. The sender chose its media type: one that could run on a page becomes
 * `application/octet-stream`.
 * @returns null if it is not base64
 */
const fileFromBase64 = (base64: string, type: string): Blob | null => {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return new Blob([bytes], { type: SHOWN.has(type) ? type : "application/octet-stream" });
  } catch {
    return null;
  }
};

const receivedFile = (
  { name, type, size, data, url }: v.InferOutput<typeof attachment>,
  base: string,
): ReceivedFile | null => {
  // An address of this school, and no script.
  if (url?.startsWith("/")) return { name, url: base + url, type, size: size ?? 0 };
  const file = data && fileFromBase64(data, type);
  return file ? { name, file } : null;
};

/** The conversations between students and tutors. */
export const createMessages = (options: MessagesOptions) => {
  const { send, sendForm, base, personId } = options;
  const state = proxy({
    attachments: {} as Record<string, Attachments>,
    /** The conversations that were looked for, by id. */
    looked: {} as Record<string, "looking" | "failed" | "found" | "unknown">,
  });
  const toInbox = createInbox(personId, options.unansweredFirst);

  const inbox = createResource<Inbox, CallFailure>({
    async fetch(onNewer) {
      const answer = await send(getMessages, { onNewer });
      if (!answer.ok) return answer;
      const { messages, conversations, internal } = answer.value;
      const { list = null, cursor = null } = conversations ?? {};
      const before = inbox.state.value as Inbox | null;
      const parts = keepEarlier({ messages, heads: list, cursor, internal }, before);
      return Result.ok(toInbox(parts, before));
    },
  });

  const change = (next: (value: Inbox) => Omit<Inbox, "conversations">) =>
    inbox.update((value) => value && toInbox(next(value), value));

  const markRead = (id: Id) =>
    change((value) => withRead(value, id, ({ from }) => from.id === personId));

  /** Fetches the messages of a conversation before those that are here. */
  const fetchThread = async (thread: Id): Promise<boolean | "unknown"> => {
    const conversation = inbox.state.value?.conversations.find(({ id }) => id === thread);
    const before = conversation?.messages[0]?.id;
    const answer = await send(getMessages, {
      query: { thread, limit: MESSAGES_AT_ONCE, ...(before !== undefined && { before }) },
    });
    if (!answer.ok) return statusOf(answer.failure) === 404 ? "unknown" : false;
    const { messages, conversations } = answer.value;
    change((value) => withMessages(withHeads(value, conversations?.list ?? []), messages));
    return true;
  };

  /** Fetches the files of a message, which marks it as read; null if that fails. */
  const fetchFiles = async (id: Id): Promise<Attachments | null> => {
    const answer = await send(getMessage, { params: { id }, query: { files: "url" } });
    if (!answer.ok) return null;
    const files = answer.value.attachments.map((each) => receivedFile(each, base));
    const whole = files.filter((each) => each !== null);
    return whole.length === files.length
      ? { status: "fetched", files: ref(whole) }
      : { status: "failed" };
  };

  return {
    /** The conversations, and whether the school answers here. */
    inbox: inbox.state,
    state,

    /** Fetches the conversations again. */
    load: inbox.refresh,

    /** Fetches the next page of conversations. @returns whether it could be fetched */
    async loadMore(): Promise<boolean> {
      const before = inbox.state.value?.cursor;
      if (!before) return true;
      const answer = await send(getConversations, { query: { before } });
      if (!answer.ok) return false;
      const { list, cursor } = answer.value;
      change((value) => (value.cursor === before ? withHeads(value, list, cursor) : value));
      return true;
    },

    /** Fetches earlier messages of a conversation. @returns whether they could be fetched */
    loadEarlier: async (thread: Id): Promise<boolean> => (await fetchThread(thread)) === true,

    /** Looks for a conversation that is on none of the fetched pages. */
    async find(thread: string): Promise<void> {
      if (state.looked[thread] === "looking") return;
      state.looked[thread] = "looking";
      const result = await fetchThread(thread);
      state.looked[thread] = result === "unknown" ? result : result ? "found" : "failed";
    },

    /** Opens a message: fetches its files, and marks it as read. */
    async open({ id, read, attachmentCount }: Message): Promise<void> {
      const name = String(id);
      const status = state.attachments[name]?.status;
      if (status === "loading" || status === "fetched" || (read && attachmentCount === 0)) return;
      const loading: Attachments = { status: "loading" };
      state.attachments[name] = loading;
      const files = await fetchFiles(id);
      if (files) markRead(id);
      // It was closed meanwhile.
      if (!state.attachments[name]) return;
      state.attachments[name] = files ?? { status: "failed" };
    },

    /**
     * Fetches the addresses of an open message's files again, before they end to be valid. Does
     * nothing if the school has sent the files themselves.
     */
    async renew({ id }: Message): Promise<void> {
      const name = String(id);
      const hasAddresses = () => {
        const attachments = state.attachments[name];
        return attachments?.status === "fetched" && attachments.files.some((file) => "url" in file);
      };
      if (!hasAddresses()) return;
      const files = await fetchFiles(id);
      // The addresses that are there may still be valid.
      if (files && hasAddresses()) state.attachments[name] = files;
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
    ): Promise<Result<Message, CallFailure | null>> {
      const form = new FormData();
      form.set("subject", message.subject);
      form.set("body", message.body);
      if (message.thread !== null) form.set("thread", String(message.thread));
      if (message.upload !== null) form.set("upload", String(message.upload));
      for (const file of message.files) form.append("attachments", file, file.name);
      const answer = await sendForm(postMessage, form, {
        headers: { "idempotency-key": message.key },
        onProgress,
        signal,
      });
      if (!answer.ok) {
        return Result.fail(answer.failure.kind === "cancelled" ? null : answer.failure);
      }
      // One's own message always counts as read.
      const sent = { ...answer.value.message, read: true };
      // Outside of tutor talk there may be no inbox yet, and this message alone would be none.
      inbox.update((value) =>
        value || message.upload === null ? toInbox(withSent(value ?? EMPTY, sent), value) : value,
      );
      return Result.ok(sent);
    },
  };
};

export type Messages = ReturnType<typeof createMessages>;
