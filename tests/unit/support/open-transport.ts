import { createTransport } from "../../../src/transport/transport.ts";

type TransportOptions = Parameters<typeof createTransport>[0];

/** The transport of somebody who is signed in, to a school that answers with `fetch`. */
export const openTransport = (options: Partial<TransportOptions> = {}) =>
  createTransport({
    base: "http://school.example",
    token: () => "token",
    onUnauthorized: () => undefined,
    onReach: () => undefined,
    ...options,
  });
