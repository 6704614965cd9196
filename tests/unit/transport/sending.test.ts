import { expect, test } from "vitest";
import { json, startHttpServer } from "./http-server.ts";
import { calls, transportTo } from "./school-calls.ts";

const good = () => startHttpServer((response) => json(response, { name: "Lines" }));

test("fills in a path and a query, whatever stands in them", async () => {
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
});

test("a query parameter that is not given is not sent", async () => {
  const server = await good();
  const { send } = transportTo(server.url);
  await send(calls.read, { params: { key: "PM", part: 1 }, query: { language: undefined, t: 0 } });
  await send(calls.read, { params: { key: "PM", part: 1 }, query: { language: undefined } });
  expect(server.received.map(({ url }) => url)).toEqual([
    "/courses/PM/parts/1?t=0",
    "/courses/PM/parts/1",
  ]);
});

test("sends a body as JSON, with the headers it is given", async () => {
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

test("shows the token to the calls that need one, and to no other", async () => {
  const server = await good();
  const { send } = transportTo(server.url);
  await send(calls.read, { params: { key: "PM", part: 1 } });
  await send(calls.open);
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer secret",
    undefined,
  ]);
});

test("nobody signed in sends no token", async () => {
  const server = await good();
  const { send } = transportTo(server.url, { token: () => null });
  await send(calls.read, { params: { key: "PM", part: 1 } });
  expect(server.received[0]?.headers).not.toHaveProperty("authorization");
});

test("sends no cookies: the token alone says who it is", async () => {
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
