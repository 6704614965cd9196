import { once } from "node:events";
import {
  request as ask,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import * as v from "valibot";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { call } from "../../src/contract/call.ts";
import {
  createSendForm,
  type FormOptions,
  type SendProgress,
} from "../../src/transport/send-form.ts";
import { createTransport } from "../../src/transport/transport.ts";

type Handler = ((event: { loaded: number; total: number }) => void) | null;
const PIECE_BYTES = 64 * 1024;

/** A browser's XMLHttpRequest for a form, over a real connection of Node. */
class NodeXhr {
  readonly upload: { onprogress: Handler } = { onprogress: null };
  onprogress: Handler = null;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  status = 0;
  responseText = "";
  #answer: IncomingMessage | null = null;
  #request: ClientRequest | null = null;
  #ended = false;
  #to: [method: string, url: string] = ["GET", ""];
  readonly #headers: Record<string, string> = {};

  open(method: string, url: string): void {
    this.#to = [method, url];
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  getAllResponseHeaders(): string {
    const { headers = {} } = this.#answer ?? {};
    return Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("");
  }

  abort(): void {
    this.#end(this.onabort);
    this.#request?.destroy();
  }

  send(form: FormData): void {
    void this.#send(new Response(form));
  }

  async #send(form: Response): Promise<void> {
    const [method, url] = this.#to;
    const body = Buffer.from(await form.arrayBuffer());
    const headers = {
      ...this.#headers,
      "content-type": form.headers.get("content-type") ?? "",
      "content-length": String(body.length),
    };
    const request = ask(url, { method, headers });
    this.#request = request;
    request.on("error", () => this.#end(this.onerror));
    request.on("response", (answer) => this.#receive(answer));
    for (let from = 0; from < body.length && !this.#ended; from += PIECE_BYTES) {
      const piece = body.subarray(from, from + PIECE_BYTES);
      await new Promise((resolve) => request.write(piece, resolve));
      const loaded = from + piece.length;
      if (!this.#ended) this.upload.onprogress?.({ loaded, total: body.length });
    }
    request.end();
  }

  #receive(answer: IncomingMessage): void {
    this.#answer = answer;
    this.status = answer.statusCode ?? 0;
    answer.setEncoding("utf8");
    answer.on("data", (text: string) => {
      this.responseText += text;
      this.onprogress?.({ loaded: this.responseText.length, total: 0 });
    });
    answer.on("end", () => this.#end(this.onload));
    answer.on("error", () => this.#end(this.onerror));
  }

  #end(handler: (() => void) | null): void {
    if (this.#ended) return;
    this.#ended = true;
    handler?.();
    this.onloadend?.();
  }
}

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

type Receive = (request: IncomingMessage, response: ServerResponse) => void;

/** Sends forms to a server that reads of each request only as much as the test says. */
const senderTo = async (receive: Receive) => {
  const server = createServer(receive).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const reached: boolean[] = [];
  const progress: SendProgress[] = [];
  const { send } = createTransport({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => "secret",
    onUnauthorized: expect.unreachable,
    onReach: (whether) => void reached.push(whether),
  });
  const sendForm = createSendForm(send);
  return {
    reached,
    progress,
    handIn(bytes: number, options: FormOptions = {}) {
      const onProgress = (each: SendProgress) => void progress.push(each);
      return sendForm(hand, formOf(bytes), { onProgress, ...options });
    },
  };
};

const answerWith =
  (status: number, body: string, headers: Record<string, string> = {}): Receive =>
  (request, response) => {
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

test("a form arrives with its fields and files, its token and its key", async () => {
  let received: { request: IncomingMessage; form: FormData } | undefined;
  const { handIn, reached } = await senderTo(async (request, response) => {
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    const form = await new Response(await buffer(request), { headers }).formData();
    received = { request, form };
    response.end('{"name":"Skirt"}');
  });
  const answer = await handIn(1000, { headers: { "idempotency-key": "k" } });
  expect(answer).toEqual({ ok: true, value: { name: "Skirt" } });
  expect(reached).toEqual([true]);
  expect(vi.getTimerCount()).toBe(0);
  const sent = { authorization: "Bearer secret", "idempotency-key": "k" };
  expect(received?.request.headers).toMatchObject(sent);
  expect(received?.form.get("comment")).toBe("תפר");
  const file = { name: "skirt.jpg", size: 1000, type: "image/jpeg" };
  expect(received?.form.get("files")).toMatchObject(file);
});

test("a form reports its bytes as they are sent, up to the last", async () => {
  const { handIn, progress } = await senderTo(answerWith(200, '{"name":"Skirt"}'));
  await handIn(500_000);
  const sent = progress.map((each) => each.sent);
  expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  expect(sent.length).toBeGreaterThan(3);
  expect(progress.at(-1)?.sent).toBe(progress.at(-1)?.total);
});

const REFUSED = { kind: "refused", status: 429, code: "request/too_many", retryAfter: 7 };

test.each([
  ["with its status, code and waiting time", 429, '{"code":"request/too_many"}', REFUSED],
  ["where it says nothing", 204, "", { kind: "undecodable" }],
  ["where it is a captive portal's page", 200, "<p>Please sign in", { kind: "undecodable" }],
])("an answer to a form is no success, %s", async (_, status, body, failure) => {
  const { handIn } = await senderTo(answerWith(status, body, { "retry-after": "7" }));
  expect(await handIn(10)).toMatchObject({ ok: false, failure });
});

test("an answer to a form that is missing because the connection was cut counts as unreachable", async () => {
  const { handIn, reached } = await senderTo((request) =>
    request.once("data", () => request.destroy()),
  );
  expect(await handIn(LARGE_BYTES)).toMatchObject({ failure: { kind: "unreachable" } });
  expect(reached).toEqual([false]);
});

test("the time limit of a form counts only silence: a slow upload continues while bytes are sent", async () => {
  let reading: IncomingMessage | undefined;
  const { handIn, progress } = await senderTo((request, response) => {
    reading = request;
    request.on("end", () => response.end('{"name":"Skirt"}'));
  });
  const answer = handIn(LARGE_BYTES);
  await until(() => reading !== undefined);
  await settle();
  for (let pause = 0; pause < 4; pause += 1) {
    const before = progress.length;
    vi.advanceTimersByTime(25_000);
    await until(() => {
      reading?.read();
      return progress.length > before;
    });
    await settle();
  }
  reading?.resume();
  expect(await answer).toMatchObject({ ok: true });
});

test("a cancelled form ends at once, closes the connection, and does not change the network state", async () => {
  const closed = Promise.withResolvers<void>();
  const { handIn, reached } = await senderTo((request) => {
    request.resume().once("close", () => closed.resolve());
  });
  const giveUp = new AbortController();
  const options = { signal: giveUp.signal, onProgress: () => giveUp.abort() };
  const answer = handIn(LARGE_BYTES, options);
  expect(await answer).toMatchObject({ failure: { kind: "cancelled" } });
  await closed.promise;
  expect(reached).toEqual([]);
});

test("a form is never sent when it was cancelled before it began", async () => {
  const receive = vi.fn();
  const { handIn } = await senderTo(receive);
  const answer = await handIn(10, { signal: AbortSignal.abort() });
  expect(answer).toMatchObject({ failure: { kind: "cancelled" } });
  await settle();
  expect(receive).not.toHaveBeenCalled();
});
