import * as v from "valibot";
import type { RandomHex } from "../ports.ts";
import { accessToken } from "./runtime-globals.ts";

const answer = v.object({
  id: v.string(),
  data: v.object({
    returnValue: v.optional(v.unknown()),
    error: v.optional(v.object({ message: v.string() })),
  }),
});

export interface RuntimeSocket {
  /**
   * Calls a method of the runtime. Never resolves if the runtime has ended, like the library's calls.
   * @param base64 the bytes of a file, which the method takes as `data`
   * @throws an Error with the runtime's message
   */
  call(method: string, data: Record<string, unknown>, base64?: string): Promise<unknown>;
}

/** By this time the next call has usually been sent. */
const NUDGE_AFTER_MS = 4;

/** Captures the socket that a function opens. */
const socketOf = (begin: () => void): WebSocket => {
  const Original = window.WebSocket;
  let opened: WebSocket | null = null;
  window.WebSocket = class extends Original {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      opened = this;
    }
  };
  try {
    begin();
  } finally {
    window.WebSocket = Original;
  }
  if (!opened) throw new Error("The desktop's library opened no socket.");
  return opened;
};

/**
 * Calls the runtime without its library, which encodes bytes one by one on the main thread and does not
 * accept base64. It shares the library's socket, since the runtime exits when a page with two
 * sockets closes.
 * @param begin starts the library
 */
export const openRuntimeSocket = async (
  begin: () => void,
  randomHex: RandomHex,
): Promise<RuntimeSocket> => {
  const socket = socketOf(begin);
  const token = accessToken();
  // The library creates an id of 31 random numbers for each call, which is slower than the call.
  const name = randomHex(8);
  let count = 0;
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  /** Whether nothing was sent since the last answer. */
  let isSilent = false;
  let nudging = false;

  const send = (id: string, method: string, data: Record<string, unknown>, base64?: string) => {
    isSilent = false;
    if (socket.readyState !== WebSocket.OPEN) return;
    const text = JSON.stringify({ id, method, accessToken: token, data });
    // As a part of what is serialized, each megabyte of a sync would be copied once more.
    socket.send(base64 === undefined ? text : `${text.slice(0, -2)},"data":"${base64}"}}`);
  };

  /**
   * Sends an extra message to avoid a delay. The runtime delays a short answer until the previous one
   * is acknowledged, and the system delays the acknowledgement by about 40 ms unless it can be sent
   * together with other data.
   */
  const nudge = () => {
    nudging = false;
    if (isSilent && waiting.size > 0) send(`${name}-nudge`, "filesystem.getStats", { path: "." });
  };

  socket.addEventListener("message", ({ data }) => {
    const decoded = v.safeParse(answer, JSON.parse(data));
    // Events, and answers to the library's calls, are handled by the library.
    if (!decoded.success) return;
    const { id, data: outcome } = decoded.output;
    const call = waiting.get(id);
    if (!call) return;
    waiting.delete(id);
    const { error } = outcome;
    if (error) call.reject(new Error(error.message));
    else call.resolve(outcome.returnValue);
    isSilent = true;
    if (nudging || waiting.size === 0) return;
    nudging = true;
    setTimeout(nudge, NUDGE_AFTER_MS);
  });

  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("close", () => reject(new Error("The desktop runtime is gone.")));
  });

  return {
    call(method, data, base64) {
      count += 1;
      const id = `${name}-${count}`;
      const call = Promise.withResolvers<unknown>();
      waiting.set(id, call);
      send(id, method, data, base64);
      return call.promise;
    },
  };
};
