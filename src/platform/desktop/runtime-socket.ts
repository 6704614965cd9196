import * as v from "valibot";
import type { RandomHex } from "../ports.ts";

const answer = v.object({
  id: v.string(),
  data: v.object({
    returnValue: v.optional(v.unknown()),
    error: v.optional(v.object({ code: v.string(), message: v.string() })),
  }),
});

/** What the runtime answers in place of a value. */
export class RuntimeError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RuntimeSocket {
  /**
   * Calls a method of the runtime. Without an end when the runtime is gone, as with its library.
   * @throws a RuntimeError with the runtime's code
   */
  call(method: string, data: Record<string, unknown>): Promise<unknown>;
}

/** What the library keeps the page's token under, since a page that is loaded again gets none. */
const TOKEN_KEY = "NL_TOKEN";

/** By then the next call has usually gone out by itself. */
const NUDGE_AFTER_MS = 4;

/** The socket that is opened while something begins. */
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
 * A way to call the runtime beside its library: that one turns every byte into text by itself, which
 * stops the page, and takes no text that is base64 already. It shares the library's socket, since
 * the runtime ends when a page with two of them goes.
 * @param begin starts the library
 */
export const openRuntimeSocket = async (
  begin: () => void,
  randomHex: RandomHex,
): Promise<RuntimeSocket> => {
  const socket = socketOf(begin);
  const accessToken = window.NL_TOKEN || sessionStorage.getItem(TOKEN_KEY) || "";
  // The library makes every call an id of 31 random numbers, which takes longer than the call.
  const name = randomHex(8);
  let count = 0;
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  /** Whether nothing has gone out since the last answer came. */
  let isSilent = false;
  let nudging = false;

  const send = (id: string, method: string, data: Record<string, unknown>) => {
    isSilent = false;
    if (socket.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify({ id, method, data, accessToken }));
    }
  };

  /**
   * The runtime keeps a short answer to itself until the one before is acknowledged, and the system
   * puts that off for some 40 ms where nothing goes out that could carry it. So something goes out.
   */
  const nudge = () => {
    nudging = false;
    if (isSilent && waiting.size > 0) send(`${name}-nudge`, "filesystem.getStats", { path: "." });
  };

  socket.addEventListener("message", ({ data }) => {
    const decoded = v.safeParse(answer, JSON.parse(data));
    // Events, and answers to its own calls, are the library's to tell.
    if (!decoded.success) return;
    const { id, data: outcome } = decoded.output;
    const call = waiting.get(id);
    if (!call) return;
    waiting.delete(id);
    const { error } = outcome;
    if (error) call.reject(new RuntimeError(error.code, error.message));
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
    call(method, data) {
      count += 1;
      const id = `${name}-${count}`;
      const call = Promise.withResolvers<unknown>();
      waiting.set(id, call);
      send(id, method, data);
      return call.promise;
    },
  };
};
