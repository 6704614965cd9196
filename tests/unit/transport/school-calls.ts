import * as v from "valibot";
import { call } from "../../../src/contract/call.ts";
import { createTransport, type TransportOptions } from "../../../src/transport/transport.ts";

/** Invented calls, one of each kind. */
export const calls = {
  read: call.get("/courses/:key/parts/:part", {
    query: ["language", "t"],
    answer: v.object({ name: v.string() }),
  }),
  write: call.post("/notes", { body: v.object({ text: v.string() }), answer: "nothing" }),
  /** Has the address of `write`. */
  list: call.get("/notes", { answer: v.object({ name: v.string() }) }),
  open: call.get("/open", { open: true, answer: v.object({ name: v.string() }) }),
  file: call.get("/file", { query: ["title"], answer: "bytes" }),
};

export const part = { params: { key: "PM", part: 1 } };

/** A transport that records its callbacks. */
export const transportTo = (base: string, options: Partial<TransportOptions> = {}) => {
  const events = { reached: [] as boolean[], unauthorized: 0 };
  const transport = createTransport({
    base,
    token: () => "secret",
    onUnauthorized: () => {
      events.unauthorized += 1;
    },
    onReach: (reached) => events.reached.push(reached),
    ...options,
  });
  return { ...transport, events };
};
