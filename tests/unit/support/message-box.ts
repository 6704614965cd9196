import { getMessages, postMessage, type SentMessage } from "../../../src/contract/messages.ts";
import { createUnsentTexts } from "../../../src/core/unsent-texts.ts";
import { createMessages } from "../../../src/features/tutor-talk/messages.ts";
import { createUnsentMessages } from "../../../src/features/tutor-talk/unsent-messages.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import type { SendForm } from "../../../src/transport/send-form.ts";
import { answerTo } from "../../answer-to.ts";
import { openAttachments } from "./open-assignments.ts";
import { openTransport } from "./open-transport.ts";

interface Posted extends Record<"key" | "subject" | "body", string> {
  thread: string | null;
  upload: string | null;
  files: string[];
}

export const DANA = { id: 7, name: "Dana", role: "student" } as const;
export const RUTH = { id: 2, name: "Ruth", role: "tutor" } as const;

export const sentMessage = (id: number, change: Partial<SentMessage> = {}): SentMessage => ({
  ...{ id, thread: 1, subject: "Darts", body: "How deep?", from: RUTH, read: false },
  date: `2026-03-02T09:00:${String(id).padStart(2, "0")}Z`,
  attachmentCount: 0,
  ...change,
});

/** A school that accepts messages, once for each key, and answers as the test says. */
export const openMessageBox = (machine = createMemoryMachine()) => {
  const posted: Posted[] = [];
  const answers = new Map<string, unknown>();
  const asked: string[] = [];
  const school = {
    messages: [] as SentMessage[],
    /** A school with pages answers by address; others have all messages in one list. */
    pages: null as ((address: string) => object | null) | null,
    files: [] as object[],
    /** Replaces the next answers, by method. */
    instead: new Map<string, () => Response>(),
    /** Whether a message is accepted although its answer is lost. */
    takesFirst: false,
  };

  const take = async (init: RequestInit): Promise<Response> => {
    const form = init.body as FormData;
    const key = new Headers(init.headers).get("idempotency-key") ?? "";
    const known = answers.get(key);
    if (known) return Response.json(known, { status: 201 });
    const [subject, body] = [String(form.get("subject")), String(form.get("body"))];
    const files = form.getAll("attachments").map((file) => (file as File).name);
    const [thread, upload] = ["thread", "upload"].map((name) => form.get(name) as string | null);
    posted.push({ key, subject, body, thread: thread ?? null, upload: upload ?? null, files });
    const id = 100 + posted.length;
    const message = sentMessage(id, { thread: Number(thread ?? id), subject, body });
    const answer = answerTo(postMessage, { message: { ...message, from: DANA, read: true } });
    answers.set(key, answer);
    return Response.json(answer, { status: 201 });
  };

  const base = "http://school.example/api";
  const { send } = openTransport({
    base,
    fetch: async (input, init = {}) => {
      const method = init.method?.toUpperCase() ?? "GET";
      const { pathname, search } = new URL(String(input));
      const path = pathname.replace("/api", "");
      asked.push(`${method} ${path}${search}`);
      const instead = school.instead.get(method);
      if (instead && method === "POST" && school.takesFirst) await take(init);
      if (instead) return instead();
      if (method === "POST") return take(init);
      const page = school.pages?.(path + search);
      if (page) return Response.json(page);
      if (school.pages && search && !search.startsWith("?files"))
        return new Response("", { status: 404 });
      return path === "/user/messages"
        ? Response.json(answerTo(getMessages, { messages: school.messages, internal: true }))
        : Response.json({ attachments: school.files });
    },
  });
  const sendForm: SendForm = (call, form, { headers, signal, onProgress } = {}) => {
    onProgress?.({ sent: 1, total: 2 });
    return send(call, { body: form as never, headers, signal });
  };

  const drafts = createUnsentTexts({
    storage: machine.storage,
    now: machine.now,
    personId: DANA.id,
  });
  const ours = { base, personId: DANA.id, unansweredFirst: false };
  const messages = createMessages({ send, sendForm, ...ours });
  const { randomHex } = machine;
  const own = { unsentTexts: drafts, randomHex, createAttachments: openAttachments };
  const letters = createUnsentMessages({ messages, ...own });
  return { machine, school, posted, asked, drafts, messages, letters };
};

export const noNetwork = (): Response => {
  throw new TypeError("no network");
};
