import { expect, test } from "vitest";
import { json, startHttpServer } from "./http-server.ts";
import { calls, part, transportTo } from "./school-calls.ts";

const LOGIN_PAGE = "<!doctype html><title>Hotel Wi-Fi</title><p>Please sign in";

test("a good answer is decoded, and reports a network", async () => {
  const server = await startHttpServer((response) => json(response, { name: "Lines", more: 1 }));
  const { send, events } = transportTo(server.url);
  expect(await send(calls.read, part)).toEqual({ ok: true, value: { name: "Lines" } });
  expect(events).toEqual({ reached: [true], unauthorized: 0 });
});

test("a good answer is parsed as JSON whatever its content type", async () => {
  const server = await startHttpServer((response) => response.end('{"name":"Lines"}'));
  const { send } = transportTo(server.url);
  expect(await send(calls.read, part)).toMatchObject({ ok: true });
});

test("a good answer of a call without a response may have any body or none", async () => {
  for (const body of ["", "{}", "OK", "<p>"]) {
    const server = await startHttpServer((response) => response.end(body));
    const { send } = transportTo(server.url);
    expect(await send(calls.write)).toEqual({ ok: true, value: undefined });
  }
});

test.each([['"v1"'], [null]])("a good answer reports its ETag: %s", async (etag) => {
  const server = await startHttpServer((response) => {
    if (etag) response.setHeader("etag", etag);
    json(response, { name: "Lines" });
  });
  const { send } = transportTo(server.url);
  const tags: (string | null)[] = [];
  await send(calls.read, { ...part, onEtag: (tag) => tags.push(tag) });
  expect(tags).toEqual([etag]);
});

test("a good answer of bytes keeps them and their type", async () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
  const server = await startHttpServer((response) => {
    response.writeHead(200, { "content-type": "image/png" }).end(bytes);
  });
  const { sendForBytes } = transportTo(server.url);
  const answer = await sendForBytes(calls.file, { query: { title: "a/b.png" } });
  if (!answer.ok) throw new Error(answer.failure.kind);
  expect(answer.value.type).toBe("image/png");
  expect(new Uint8Array(await answer.value.arrayBuffer())).toEqual(bytes);
  expect(server.received[0]?.url).toBe("/file?title=a%2Fb.png");
});

test("a good answer with a JSON file is a file", async () => {
  const server = await startHttpServer((response) => json(response, { name: "Lines" }));
  const { sendForBytes } = transportTo(server.url);
  const answer = await sendForBytes(calls.file);
  expect(answer.ok && (await answer.value.text())).toBe('{"name":"Lines"}');
});

test("an answer that is not the school's is rejected: the page of a captive portal", async () => {
  const server = await startHttpServer((response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(LOGIN_PAGE);
  });
  const { send, events } = transportTo(server.url);
  expect(await send(calls.read, part)).toEqual({
    ok: false,
    failure: { kind: "undecodable", json: false },
  });
  expect(events).toEqual({ reached: [true], unauthorized: 0 });
});

test.each([[{ title: "Lines" }], [[]], [{ name: 7 }]])(
  "rejects JSON of another form: %j",
  async (value) => {
    const server = await startHttpServer((response) => json(response, value));
    const { send } = transportTo(server.url);
    expect(await send(calls.read, part)).toEqual({
      ok: false,
      failure: { kind: "undecodable", json: true },
    });
  },
);

test("an answer that is not the school's is rejected: an empty body if one is expected", async () => {
  const server = await startHttpServer((response) => response.writeHead(204).end());
  const { send } = transportTo(server.url);
  expect(await send(calls.read, part)).toEqual({
    ok: false,
    failure: { kind: "undecodable", json: false },
  });
});

const refuse = async (status: number, body: string, headers: Record<string, string> = {}) => {
  const server = await startHttpServer((response) => {
    response.writeHead(status, headers).end(body);
  });
  const { send, events } = transportTo(server.url);
  return { answer: await send(calls.read, part), events };
};

test("a refusal keeps its status and the contract's error code", async () => {
  const { answer, events } = await refuse(
    403,
    JSON.stringify({ type: "about:blank", title: "No", status: 403, code: "lesson/not_active" }),
    { "content-type": "application/problem+json" },
  );
  expect(answer).toEqual({
    ok: false,
    failure: { kind: "refused", status: 403, code: "lesson/not_active", retryAfter: null },
  });
  expect(events.reached).toEqual([true]);
});

test.each([
  ["no body", ""],
  ["a page", "<h1>Not Found</h1>"],
  ["a JSON text", '"no"'],
  ["null", "null"],
  ["no code", '{"error":"no such thing"}'],
  ["a code that is null", '{"code":null}'],
  ["a code that is a number", '{"code":404}'],
])("a refusal with %s has no code", async (_, body) => {
  const { answer } = await refuse(404, body);
  expect(answer).toEqual({
    ok: false,
    failure: { kind: "refused", status: 404, code: "", retryAfter: null },
  });
});

test.each([
  ["120", 120],
  ["0", 0],
  ["Fri, 20 Nov 2026 20:00:00 GMT", null],
  ["soon", null],
])("a refusal has a waiting time: Retry-After: %s is %s seconds", async (header, seconds) => {
  const { answer } = await refuse(429, "", { "retry-after": header });
  expect(answer).toMatchObject({ failure: { status: 429, retryAfter: seconds } });
});

test.each([500, 502, 503])("a refusal of a failing server, %i, is an answer", async (status) => {
  const { answer, events } = await refuse(status, "<h1>Bad gateway</h1>");
  expect(answer).toMatchObject({ failure: { kind: "refused", status } });
  expect(events.reached).toEqual([true]);
});

test("a refusal reports no ETag", async () => {
  const server = await startHttpServer((response) => {
    response.writeHead(404, { etag: '"v1"' }).end();
  });
  const { send } = transportTo(server.url);
  const tags: (string | null)[] = [];
  await send(calls.read, { ...part, onEtag: (tag) => tags.push(tag) });
  expect(tags).toEqual([]);
});

test("a refusal of a file is not returned as a file", async () => {
  const server = await startHttpServer((response) => json(response, { code: "x/y" }, 404));
  const { sendForBytes } = transportTo(server.url);
  expect(await sendForBytes(calls.file)).toMatchObject({
    ok: false,
    failure: { kind: "refused", status: 404 },
  });
});

const unauthorized = () => startHttpServer((response) => json(response, {}, 401));

test("a 401 reports an unauthorized token", async () => {
  const server = await unauthorized();
  const { send, sendForBytes, events } = transportTo(server.url);
  expect(await send(calls.read, part)).toMatchObject({ failure: { status: 401 } });
  expect(events.unauthorized).toBe(1);
  await sendForBytes(calls.file);
  expect(events.unauthorized).toBe(2);
});

test("a 401 is not reported for a call that was sent without a token", async () => {
  const server = await unauthorized();
  const signedIn = transportTo(server.url);
  expect(await signedIn.send(calls.open)).toMatchObject({ failure: { status: 401 } });
  const nobody = transportTo(server.url, { token: () => null });
  expect(await nobody.send(calls.read, part)).toMatchObject({ failure: { status: 401 } });
  expect([signedIn.events.unauthorized, nobody.events.unauthorized]).toEqual([0, 0]);
});

test("a 401 is not reported for an earlier token", async () => {
  let token = "earlier";
  const server = await startHttpServer(() => undefined);
  const { send, events } = transportTo(server.url, { token: () => token });
  const [response, answer] = [server.answering(), send(calls.read, part)];
  const late = await response;
  token = "present";
  json(late, {}, 401);
  expect(await answer).toMatchObject({ failure: { status: 401 } });
  expect(events.unauthorized).toBe(0);
});

test("a 401 is the only status that does so", async () => {
  const server = await startHttpServer((response) => json(response, {}, 403));
  const { send, events } = transportTo(server.url);
  await send(calls.read, part);
  expect(events.unauthorized).toBe(0);
});
