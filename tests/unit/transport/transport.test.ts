import { expect, test } from "vitest";
import { json, startHttpServer } from "./http-server.ts";
import { calls, part, transportTo } from "./school-calls.ts";

const LOGIN_PAGE = "<!doctype html><title>Hotel Wi-Fi</title><p>Please sign in";

test.each(["application/json", "image/png"])(
  "a good answer is decoded, whatever its type, and one of bytes keeps them and their type: %s",
  async (type) => {
    const text = '{"name":"Lines","more":1}';
    const server = await startHttpServer((response) => {
      response.writeHead(200, { "content-type": type }).end(text);
    });
    const { send, sendForBytes, events } = transportTo(server.url);
    expect(await send(calls.read, part)).toEqual({ ok: true, value: { name: "Lines" } });
    expect(events).toEqual({ reached: [true], unauthorized: 0 });
    const answer = await sendForBytes(calls.file, { query: { title: "a/b.png" } });
    if (!answer.ok) throw new Error(answer.failure.kind);
    expect([answer.value.type, await answer.value.text()]).toEqual([type, text]);
    expect(server.received.at(-1)?.url).toBe("/file?title=a%2Fb.png");
  },
);

test("a good answer of a call without a response may have any body or none", async () => {
  for (const body of ["", "{}", "OK", "<p>"]) {
    const server = await startHttpServer((response) => response.end(body));
    const { send } = transportTo(server.url);
    expect(await send(calls.write)).toEqual({ ok: true, value: undefined });
  }
});

test.each([
  ["the page of a captive portal", 200, LOGIN_PAGE, false],
  ["an empty body", 204, "", false],
  ["JSON without a field", 200, '{"title":"Lines"}', true],
  ["a field of another kind", 200, '{"name":7}', true],
])("an answer that is not the school's is rejected: %s", async (_, status, body, isJson) => {
  const server = await startHttpServer((response) => response.writeHead(status).end(body));
  const { send, events } = transportTo(server.url);
  expect(await send(calls.read, part)).toEqual({
    ok: false,
    failure: { kind: "undecodable", json: isJson },
  });
  expect(events).toEqual({ reached: [true], unauthorized: 0 });
});

const PROBLEM = { type: "about:blank", title: "No", status: 403, code: "lesson/not_active" };

test.each([
  ["the contract's code", 403, JSON.stringify(PROBLEM), "lesson/not_active"],
  ["no body", 404, "", ""],
  ["a failing server's page", 502, "<h1>Bad gateway</h1>", ""],
  ["null", 404, "null", ""],
  ["no code", 404, '{"error":"no such thing"}', ""],
  ["a code that is a number", 404, '{"code":404}', ""],
])("a refusal has its status and the contract's code: %s", async (_, status, body, code) => {
  const server = await startHttpServer((response) => {
    response.writeHead(status, { "content-type": "application/problem+json" }).end(body);
  });
  const { send, sendForBytes, events } = transportTo(server.url);
  const refused = { ok: false, failure: { kind: "refused", status, code, retryAfter: null } };
  expect(await send(calls.read, part)).toEqual(refused);
  expect(await sendForBytes(calls.file)).toEqual(refused);
  expect(events.reached).toEqual([true, true]);
});

test("a 401, and no other status, reports an unauthorized token, of a call that needs one and has one", async () => {
  const reportsAt = async (status: number, ...[options]: [Parameters<typeof transportTo>[1]?]) => {
    const server = await startHttpServer((response) => json(response, {}, status));
    const { send, sendForBytes, events } = transportTo(server.url, options);
    expect(await send(calls.read, part)).toMatchObject({ failure: { status } });
    await sendForBytes(calls.file);
    await send(calls.open);
    return events.unauthorized;
  };
  expect(await reportsAt(401)).toBe(2);
  expect(await reportsAt(403)).toBe(0);
  expect(await reportsAt(401, { token: () => null })).toBe(0);
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

const good = () => startHttpServer((response) => json(response, { name: "Lines" }));

test("path and query parameters are encoded, whatever they contain", async () => {
  const server = await good();
  const { send } = transportTo(`${server.url}/api`);
  await send(calls.read, {
    params: { key: "../a b/ü?#", part: 7 },
    query: { language: "he & en", t: 5 },
  });
  expect(server.received[0]).toMatchObject({
    method: "GET",
    url: "/api/courses/..%2Fa%20b%2F%C3%BC%3F%23/parts/7?language=he+%26+en&t=5",
    body: "",
  });
  // One that is not given is not sent.
  await send(calls.read, { params: { key: "PM", part: 1 }, query: { language: undefined, t: 0 } });
  await send(calls.read, { params: { key: "PM", part: 1 }, query: { language: undefined } });
  expect(server.received.slice(1).map(({ url }) => url)).toEqual([
    "/api/courses/PM/parts/1?t=0",
    "/api/courses/PM/parts/1",
  ]);
});

test("a body is sent as JSON, with the given headers", async () => {
  const server = await startHttpServer((response) => response.writeHead(204).end());
  const { send } = transportTo(server.url);
  const answer = await send(calls.write, {
    body: { text: "גזרה" },
    headers: { "idempotency-key": "k" },
  });
  expect(answer).toEqual({ ok: true, value: undefined });
  expect(server.received[0]).toMatchObject({ method: "POST", body: '{"text":"גזרה"}' });
  expect(server.received[0]?.headers).toMatchObject({
    "content-type": "application/json",
    "idempotency-key": "k",
  });
});

test("the token of who is signed in is sent with every call", async () => {
  const server = await good();
  const { send } = transportTo(server.url);
  await send(calls.read, part);
  await send(calls.open);
  const nobody = transportTo(server.url, { token: () => null });
  await nobody.send(calls.read, part);
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer secret",
    "Bearer secret",
    undefined,
  ]);
});

test("no cookies are sent: the token alone identifies the person", async () => {
  let credentials: RequestCredentials | undefined = "include";
  const { send } = transportTo("http://school.example", {
    fetch: async (_, init) => {
      credentials = init?.credentials;
      return Response.json({ name: "Lines" });
    },
  });
  await send(calls.open);
  expect(credentials).not.toBe("include");
});
