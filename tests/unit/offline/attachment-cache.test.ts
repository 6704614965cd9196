import { expect, test, vi } from "vitest";
import { getUploadedFile, getVoice } from "../../../src/contract/assignments.ts";
import { getMessage } from "../../../src/contract/messages.ts";
import type { Result } from "../../../src/lib/result.ts";
import { createAnswerCache } from "../../../src/offline/local-school/answer-cache.ts";
import {
  createAttachmentCache,
  createBlobStore,
} from "../../../src/offline/local-school/attachment-cache.ts";
import { createMemoryDesktop } from "../../../src/platform/memory/memory-desktop.ts";
import { DONE, failed } from "../../support/results.ts";
import { openAsked } from "../support/open-transport.ts";

const never = new AbortController().signal;

/** Messages and hand-ins as the school last listed them, and the files that it sends. */
const open = (answer: (path: string) => Response = () => new Response("", { status: 404 })) => {
  const machine = createMemoryDesktop();
  const cache = createAnswerCache(machine.storage, machine.now, 7);
  const files = createBlobStore(machine);
  const onRead = vi.fn();
  const { asked, ...school } = openAsked(({ pathname }) => answer(pathname));
  const attachments = createAttachmentCache({ files, cache, school, onRead });
  return {
    ...{ ...attachments, machine, cache, asked, onRead },
    putMessages: (messages: unknown[]) => cache.put("GET /user/messages", { messages }),
    readMessage: () => attachments.send(getMessage as never, { params: { id: 1 } }),
  };
};

const day = (number: number) => `2026-03-${String(number).padStart(2, "0")}`;

const message = (id: number, change: object = {}) => ({
  ...{ id, thread: 1, subject: "Hem", body: "How?", date: day(id), read: true, attachmentCount: 1 },
  ...change,
});

const upload = (id: number, names: readonly string[]) => ({
  ...{ id, date: day(id), comment: "", feedback: null },
  files: names.map((name) => ({ name, size: 1, type: "image/jpeg" })),
});

const assignment = (id: number, uploads: unknown[]) => ({
  ...{ id, lesson_id: 1, course_id: 10, product: "PM", title: "Task", state: "uploaded", uploads },
});

const ATTACHMENTS = { attachments: [{ name: "a.txt", type: "text/plain", data: "aGVt" }] };

test("of read messages the attachments of the newest twenty are fetched, and of no other", async () => {
  const { fetchAll, putMessages, asked } = open(() => Response.json(ATTACHMENTS));
  putMessages([
    ...Array.from({ length: 25 }, (_, at) => message(at + 1)),
    message(40, { date: day(28), read: false }),
    message(41, { date: day(28), attachmentCount: 0 }),
    message(42, { date: null }),
  ]);
  expect(await fetchAll(never)).toEqual(DONE);
  const paths = Array.from({ length: 20 }, (_, at) => `/user/messages/${25 - at}`);
  expect(asked.map(({ url }) => url.pathname + url.search)).toEqual(paths);
});

test("files that are stored are not fetched again; those of no message are deleted", async () => {
  const { fetchAll, putMessages, asked, machine } = open(() => Response.json(ATTACHMENTS));
  putMessages([message(1), message(2)]);
  await fetchAll(never);
  await fetchAll(never);
  expect(asked).toHaveLength(2);
  putMessages([message(2)]);
  await fetchAll(never);
  expect(asked).toHaveLength(2);
  expect(await machine.folder.list("answers")).toHaveLength(1);
});

test.each<[string, number, Result<null, unknown>, (stop: () => void) => Response | undefined]>([
  ["a refusal", 3, DONE, () => new Response("", { status: 404 })],
  ["an unreadable answer", 3, DONE, () => Response.json({ attachments: 7 })],
  ["a lost network", 1, failed("unreachable"), () => expect.unreachable()],
  ["a stop of the sync", 1, failed("cancelled"), (stop) => void stop()],
])("after %s so many of three files have been tried: %i", async (_, tried, outcome, answer) => {
  const control = new AbortController();
  const { fetchAll, putMessages, asked } = open(
    () => answer(() => control.abort()) ?? Response.json(ATTACHMENTS),
  );
  putMessages([message(1), message(2), message(3)]);
  expect(await fetchAll(control.signal)).toEqual(outcome);
  expect(asked).toHaveLength(tried);
});

test("opening a message refreshes the list the first time, since the school marks it as read", async () => {
  const refused = open();
  expect((await refused.readMessage()).ok).toBe(false);
  expect(refused.onRead).not.toHaveBeenCalled();
  const { readMessage, asked, onRead, machine } = open(() => Response.json(ATTACHMENTS));
  expect(await readMessage()).toMatchObject({ ok: true, value: ATTACHMENTS });
  expect(await readMessage()).toMatchObject({ ok: true, value: ATTACHMENTS });
  expect(asked).toHaveLength(1);
  expect(onRead).toHaveBeenCalledOnce();
  // A damaged file is fetched again.
  for (const name of await machine.folder.list("answers")) {
    await machine.folder.write(`answers/${name}`, new TextEncoder().encode("{"));
  }
  expect(await readMessage()).toMatchObject({ ok: true, value: ATTACHMENTS });
  expect(asked).toHaveLength(2);
});

test("a file of a hand-in is stored when it is opened, unless it is empty or refused", async () => {
  let body: string | null = "";
  const opened = open(() =>
    body === null ? new Response("", { status: 404 }) : new Response(body),
  );
  const text = async () => {
    const params = { id: 5, uploadId: 31, fileName: "coat.jpg" };
    const answer = await opened.sendForBytes(getUploadedFile as never, { params });
    return answer.ok ? (answer.value as Blob).text() : answer.failure.kind;
  };
  expect(await text()).toBe("");
  body = null;
  expect(await text()).toBe("refused");
  body = "jpg";
  expect(await text()).toBe("jpg");
  body = "other";
  expect(await text()).toBe("jpg");
  expect(opened.asked).toHaveLength(3);
});

test("the recording with an answer is kept with it, and another answer has another one", async () => {
  const opened = open((path) => new Response(path.includes("voice") ? "voice" : "photo"));
  const voice = { type: "audio/webm", size: 5 };
  const feedback = { text: "", date: day(9), tutor: "Ruth", voice };
  const assignments = [assignment(5, [{ ...upload(31, []), feedback }])];
  opened.cache.put("GET /user/assignments", { assignments });
  expect(await opened.fetchAll(never)).toEqual(DONE);
  const params = { id: 5, uploadId: 31 };
  const hear = (answered: string) =>
    opened.sendForBytes(getVoice as never, { params, query: { answered } });
  const before = opened.asked.length;
  const kept = await hear(day(9));
  expect(kept.ok && (await (kept.value as Blob).text())).toBe("voice");
  expect(opened.asked).toHaveLength(before);
  await hear(day(10));
  expect(opened.asked).toHaveLength(before + 1);
});
