import { proxy, ref } from "valtio/vanilla";
import { getMessage, getMessages, type Message, postMessage } from "../../contract/messages.ts";
import type { Id } from "../../contract/wire.ts";
import { type Conversation, conversationsOf } from "../../domain/conversations.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { SendForm, SentSoFar } from "../../transport/send-form.ts";
import type { Send } from "../../transport/transport.ts";
import { fileFromBase64 } from "./file-from-base64.ts";

export type ConversationsFailure =
  | { readonly kind: "no-connection" }
  /** What came is not what the contract says. */
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

/** What is to be sent. */
export interface Letter {
  /** Null for a new conversation. */
  readonly thread: Id | null;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly File[];
  /** However often it is sent under this key, it is taken once. */
  readonly key: string;
}

export interface MessagesOptions {
  send: Send;
  sendForm: SendForm;
  personId: Id;
  /** Whether whoever waits for an answer comes first. */
  unansweredFirst: boolean;
}

const failureOf = (failure: CallFailure): SendMessageFailure => {
  if (failure.kind !== "refused" || failure.status === 429) return { kind: "no-connection" };
  if (failure.status === 413) return { kind: "too-large" };
  if (failure.status === 415) return { kind: "wrong-kind" };
  if (failure.status === 507) return { kind: "no-room" };
  return { kind: failure.status < 500 ? "refused" : "no-connection" };
};

/** The same objects for conversations that are as they were, so that their rows need no drawing. */
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

/** What students and tutors write to each other. */
export const createMessages = (options: MessagesOptions) => {
  const { send, sendForm, personId } = options;
  const state = proxy({
    conversations: null as readonly Conversation[] | null,
    /** False: the school answers by mail. */
    internal: true,
    failure: null as ConversationsFailure | null,
    attachments: {} as Record<string, Attachments>,
  });
  let all: readonly Message[] = [];
  let underWay: Promise<void> | null = null;
  /** Grows with every change from here, which an answer that was under way then knows nothing of. */
  let changes = 0;

  const show = (messages: readonly Message[]) => {
    all = messages;
    const next = conversationsOf(messages, personId, options.unansweredFirst);
    state.conversations = ref(keepUnchanged(next, state.conversations ?? []));
  };

  const fetchAll = async (): Promise<void> => {
    const before = changes;
    const answer = await send(getMessages, {
      onNewer: () => void Promise.resolve(underWay).then(load),
    });
    if (!answer.ok) {
      const invalid = answer.failure.kind === "undecodable" && answer.failure.json;
      state.failure = { kind: invalid ? "invalid-content" : "no-connection" };
      return;
    }
    if (before !== changes) return fetchAll();
    state.failure = null;
    state.internal = answer.value.internal;
    show(answer.value.messages);
  };

  /** Fetches them anew; what is there already stays meanwhile, and when it fails. */
  const load = (): Promise<void> => {
    underWay ??= fetchAll().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  const markRead = (id: Id) => {
    if (all.some((each) => each.id === id && !each.read)) {
      show(all.map((each) => (each.id === id ? { ...each, read: true } : each)));
    }
  };

  return {
    state,

    load,

    /** Somebody reads a message: its files are fetched, and with them it counts as read. */
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
      if (answer.ok) {
        changes += 1;
        markRead(id);
      }
      // It was closed meanwhile.
      if (!state.attachments[name]) return;
      const whole = files?.filter((each): each is ReceivedFile => each.file !== null);
      state.attachments[name] =
        whole && whole.length === files?.length
          ? { status: "fetched", files: ref(whole) }
          : { status: "failed" };
    },

    /** A message is closed: its files are let go. */
    close(id: Id): void {
      delete state.attachments[String(id)];
    },

    /** @returns the message; or why it was not sent, null when whoever sent it gave up */
    async send(
      letter: Letter,
      onProgress: (progress: SentSoFar) => void,
      signal: AbortSignal,
    ): Promise<Result<Message, SendMessageFailure | null>> {
      const form = new FormData();
      form.set("subject", letter.subject);
      form.set("body", letter.body);
      if (letter.thread !== null) form.set("thread", String(letter.thread));
      for (const file of letter.files) form.append("attachments", file, file.name);
      const answer = await sendForm(postMessage, form, {
        headers: { "idempotency-key": letter.key },
        onProgress,
        signal,
      });
      if (!answer.ok) {
        return Result.fail(answer.failure.kind === "cancelled" ? null : failureOf(answer.failure));
      }
      changes += 1;
      // Whoever wrote it has read it, whatever the school says.
      const sent = { ...answer.value.message, read: true };
      show([...all.filter(({ id }) => id !== sent.id), sent]);
      return Result.ok(sent);
    },
  };
};

export type Messages = ReturnType<typeof createMessages>;
