import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noNetwork } from "../support/open-transport.ts";
import { calls, part, transportTo } from "./school-calls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A transport to a school that numbers its answers. @param first what comes in place of the first one */
const start = (first?: () => Response) => {
  const signedIn = { token: "secret" };
  let requests = 0;
  const transport = transportTo("http://school.example", {
    token: () => signedIn.token,
    fetch: async () => {
      requests += 1;
      return (requests === 1 && first?.()) || Response.json({ name: `answer ${requests}` });
    },
  });
  const ask = () =>
    transport.prefetch<typeof calls.read>({ path: "/courses/:key/parts/:part", ...part });
  const read = () => transport.send(calls.read, part);
  return { ...transport, ask, read, signedIn, count: () => requests };
};

const answer = (number: number) => ({ ok: true, value: { name: `answer ${number}` } });

test("a prefetched answer is fetched once, and given to the first call only", async () => {
  const { ask, read, count } = start();
  ask();
  ask();
  expect(count()).toBe(1);
  expect(await read()).toEqual(answer(1));
  expect(await read()).toEqual(answer(2));
});

test("a prefetched answer expires after 30 seconds", async () => {
  const { ask, read } = start();
  ask();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(await read()).toEqual(answer(1));
  ask();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await read()).toEqual(answer(3));
});

test("a prefetched answer is not given to another person, with other parameters, or to a change", async () => {
  const { ask, read, send, prefetch, signedIn, count } = start();
  ask();
  expect(await send(calls.read, { params: { key: "PM", part: 2 } })).toEqual(answer(2));
  signedIn.token = "another";
  expect(await read()).toEqual(answer(3));
  prefetch<typeof calls.list>({ path: "/notes" });
  expect(await send(calls.write)).toMatchObject({ ok: true });
  expect(count()).toBe(5);
});

test("a call is sent once more if its prefetch got no answer", async () => {
  const { ask, read, count } = start(noNetwork);
  ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(await read()).toEqual(answer(2));
  expect(count()).toBe(2);
});

test("the school's refusal of a prefetch is given to the first call, and reported once", async () => {
  const { ask, read, count, events } = start(() => Response.json({}, { status: 401 }));
  ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(await read()).toMatchObject({ ok: false, failure: { kind: "refused", status: 401 } });
  expect(events).toEqual({ reached: [true], unauthorized: 1 });
  expect(count()).toBe(1);
});
