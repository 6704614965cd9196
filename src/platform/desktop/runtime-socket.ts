import * as v from "valibot";
import { uuid } from "../../lib/uuid.ts";
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

/** What it keeps the page's token under, since a page that is loaded again gets none. */
const TOKEN_KEY = "NL_TOKEN";

/**
 * A line to the runtime for bytes, beside the library's: that one turns every byte into text by
 * itself, which stops the page, and takes no text that is base64 already. To be opened after the
 * library has begun, which is what keeps the token.
 */
export const openRuntimeSocket = async (randomHex: RandomHex): Promise<RuntimeSocket> => {
  const accessToken = window.NL_TOKEN || sessionStorage.getItem(TOKEN_KEY) || "";
  const connectToken = accessToken.split(".")[1] ?? "";
  const url = `ws://${location.hostname}:${window.NL_PORT}?connectToken=${connectToken}`;
  const socket = new WebSocket(url);
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();

  socket.addEventListener("message", ({ data }) => {
    const decoded = v.safeParse(answer, JSON.parse(data));
    // Events are the library's to tell.
    if (!decoded.success) return;
    const { id, data: outcome } = decoded.output;
    const call = waiting.get(id);
    waiting.delete(id);
    const { error } = outcome;
    if (error) call?.reject(new RuntimeError(error.code, error.message));
    else call?.resolve(outcome.returnValue);
  });

  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("close", () => reject(new Error("The desktop runtime is gone.")));
  });

  return {
    call(method, data) {
      const id = uuid(randomHex);
      const call = Promise.withResolvers<unknown>();
      waiting.set(id, call);
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(JSON.stringify({ id, method, data, accessToken }));
      }
      return call.promise;
    },
  };
};
