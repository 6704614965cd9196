import type { BaseApp } from "../app-context/app.ts";
import { fetchEarly } from "../transport/fetch-early.ts";
import type { Send, SendForBytes } from "../transport/transport.ts";

/** Lets the calls of the signed-in person take the answers that were asked for before this code came. */
export const withEarlyAnswers = (base: BaseApp): BaseApp => {
  const { send, sendForBytes } = base.school;
  const school = {
    ...base.school,
    send: ((call, options) => send(call, { fetcher: fetchEarly, ...options })) as Send,
    sendForBytes: ((call, options) =>
      sendForBytes(call, { fetcher: fetchEarly, ...options })) as SendForBytes,
  };
  return { ...base, school, transport: school };
};
