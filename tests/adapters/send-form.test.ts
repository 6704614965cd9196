import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { call } from "../../src/contract/call.ts";
import { createSendForm, type SendProgress } from "../../src/transport/send-form.ts";
import { createTransport } from "../../src/transport/transport.ts";
import { NodeXhr } from "./node-xhr.ts";

const hand = call.post("/hand-ins", { answer: v.object({ name: v.string() }) });

/** More than the buffers of a connection hold. */
const LARGE_BYTES = 24 * 1024 * 1024;

const formOf = (size: number): FormData => {
  const form = new FormData();
  form.set("comment", "תפר");
  form.append("files", new Blob([new Uint8Array(size)], { type: "image/jpeg" }), "skirt.jpg");
  return form;
};

/** Lets pending network events be processed; the clock stands still meanwhile. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
};

/** Waits without moving the fake clock, as `vi.waitFor` would. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(setImmediate);
};

/** A server that reads of each request only as much as the test says. */
const startServer = async (
  receive: (request: IncomingMessage, response: ServerResponse) => void,
) => {
  const server = createServer(receive);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const senderTo = (base: string) => {
  const events = { reached: [] as boolean[], unauthorized: 0 };
  const { send } = createTransport({
    base,
    token: () => "secret",
    onUnauthorized: () => {
      events.unauthorized += 1;
    },
    onReach: (reached) => events.reached.push(reached),
  });
  return { sendForm: createSendForm(send), events };
};

const answerWith =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (request: IncomingMessage, response: ServerResponse) => {
    request.resume().on("end", () => response.writeHead(status, headers).end(body));
  };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("XMLHttpRequest", NodeXhr);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a form", () => {
  test("arrives with its fields and files, its token and its key", async () => {
    const received: { request: IncomingMessage; form: FormData }[] = [];
    const url = await startServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const headers = { "content-type": request.headers["content-type"] ?? "" };
      const form = await new Response(Buffer.concat(chunks), { headers }).formData();
      received.push({ request, form });
      response.end('{"name":"Skirt"}');
    });
    const { sendForm, events } = senderTo(url);
    const answer = await sendForm(hand, formOf(1000), { headers: { "idempotency-key": "k" } });
    expect(answer).toEqual({ ok: true, value: { name: "Skirt" } });
    expect(events).toEqual({ reached: [true], unauthorized: 0 });
    expect(vi.getTimerCount()).toBe(0);
    const [{ request, form } = { request: null, form: new FormData() }] = received;
    expect(request?.headers).toMatchObject({
      authorization: "Bearer secret",
      "idempotency-key": "k",
    });
    expect(form.get("comment")).toBe("תפר");
    expect(form.get("files")).toMatchObject({ name: "skirt.jpg", size: 1000, type: "image/jpeg" });
  });

  test("reports its bytes as they are sent, up to the last", async () => {
    const { sendForm } = senderTo(await startServer(answerWith(200, '{"name":"Skirt"}')));
    const events: SendProgress[] = [];
    await sendForm(hand, formOf(500_000), { onProgress: (progress) => events.push(progress) });
    const sent = events.map((progress) => progress.sent);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(sent.length).toBeGreaterThan(3);
    expect(events.at(-1)?.sent).toBe(events.at(-1)?.total);
  });
});

describe("an answer", () => {
  test.each([
    [
      "a refusal keeps its status, code and waiting time",
      429,
      '{"code":"request/too_many"}',
      { kind: "refused", status: 429, code: "request/too_many", retryAfter: 7 },
    ],
    ["nothing is not accepted as the school's", 204, "", { kind: "undecodable" }],
    ["a captive portal's page is not", 200, "<p>Please sign in", { kind: "undecodable" }],
  ])("of a form: %s", async (_, status, body, failure) => {
    const headers = { "retry-after": "7" };
    const { sendForm } = senderTo(await startServer(answerWith(status, body, headers)));
    expect(await sendForm(hand, formOf(10))).toMatchObject({ ok: false, failure });
  });

  test("that is missing because the connection was cut counts as unreachable", async () => {
    const url = await startServer((request) => request.once("data", () => request.destroy()));
    const { sendForm, events } = senderTo(url);
    expect(await sendForm(hand, formOf(LARGE_BYTES))).toMatchObject({
      failure: { kind: "unreachable" },
    });
    expect(events.reached).toEqual([false]);
  });
});

describe("the time limit", () => {
  test("counts only silence: a slow upload continues while bytes are sent", async () => {
    let reading: IncomingMessage | undefined;
    const url = await startServer((request, response) => {
      reading = request;
      request.on("end", () => response.end('{"name":"Skirt"}'));
    });
    const { sendForm } = senderTo(url);
    let sent = 0;
    const answer = sendForm(hand, formOf(LARGE_BYTES), {
      onProgress: (progress) => {
        sent = progress.sent;
      },
    });
    await until(() => reading !== undefined);
    await settle();
    for (let pause = 0; pause < 4; pause += 1) {
      const before = sent;
      vi.advanceTimersByTime(25_000);
      await until(() => {
        reading?.read();
        return sent > before;
      });
      await settle();
    }
    reading?.resume();
    expect(await answer).toMatchObject({ ok: true });
  });

  test("ends an upload of which no byte was sent for 30 s", async () => {
    const { sendForm, events } = senderTo(await startServer(() => undefined));
    let sent = 0;
    const answer = sendForm(hand, formOf(LARGE_BYTES), {
      onProgress: (progress) => {
        sent = progress.sent;
      },
    });
    await until(() => sent > 0);
    await settle();
    vi.advanceTimersByTime(29_999);
    await settle();
    expect(events.reached).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await answer).toMatchObject({ failure: { kind: "timeout" } });
    expect(events.reached).toEqual([false]);
  });
});

describe("a cancelled form", () => {
  test("ends at once, closes the connection, and does not change the network state", async () => {
    const closed = Promise.withResolvers<void>();
    const url = await startServer((request) => {
      request.resume().once("close", () => closed.resolve());
    });
    const { sendForm, events } = senderTo(url);
    const giveUp = new AbortController();
    const answer = sendForm(hand, formOf(LARGE_BYTES), {
      signal: giveUp.signal,
      onProgress: () => giveUp.abort(),
    });
    expect(await answer).toMatchObject({ failure: { kind: "cancelled" } });
    await closed.promise;
    expect(events.reached).toEqual([]);
  });

  test("is never sent when it was cancelled before it began", async () => {
    let asked = 0;
    const url = await startServer(() => {
      asked += 1;
    });
    const { sendForm } = senderTo(url);
    expect(await sendForm(hand, formOf(10), { signal: AbortSignal.abort() })).toMatchObject({
      failure: { kind: "cancelled" },
    });
    await settle();
    expect(asked).toBe(0);
  });
});
