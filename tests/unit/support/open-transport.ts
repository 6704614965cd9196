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

/** The same, with the address and the body of each call that the school was asked. */
export const openAsked = (
  answer: (url: URL) => Response | Promise<Response>,
  options: Partial<TransportOptions> = {},
) => {
  const asked: { url: URL; body: unknown }[] = [];
  const transport = openTransport({
    fetch: async (input, init) => {
      const url = new URL(String(input));
      asked.push({ url, body: JSON.parse(String(init?.body ?? "null")) });
      return answer(url);
    },
    ...options,
  });
  return { ...transport, asked };
};

export const noNetwork = (): never => {
  throw new TypeError("no network");
};
