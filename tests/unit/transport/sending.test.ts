import { expect, test } from "vitest";
import { json, startHttpServer } from "./http-server.ts";
import { calls, part, transportTo } from "./school-calls.ts";

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
