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
