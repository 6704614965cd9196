import { once } from "node:events";
import { WebSocket } from "ws";

interface Answer {
  readonly success?: true;
  readonly returnValue?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** A client of the runtime's socket without a page. It takes the token, which is given once. */
export const connectTo = async (address: string) => {
  const globals = await (await fetch(`${address}/__neutralino_globals.js`)).text();
  const token = /NL_TOKEN=["']([^"']*)["']/.exec(globals)?.[1] ?? "";
  const url = `${address.replace("http", "ws")}?connectToken=${token.split(".")[1]}`;
  const socket = new WebSocket(url);
  const waiting = new Map<string, (answer: Answer) => void>();
  const answered: string[] = [];
  let calls = 0;
  socket.on("message", (message) => {
    const { id, method, event, data } = JSON.parse(String(message));
    if (event) return;
    answered.push(method);
    waiting.get(id)?.(data);
  });
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  await once(socket, "open");
  return {
    globals,
    /** Where the socket is, with the token in it. */
    url,
    /** The methods that were answered, in order. */
    answered,
    closed,
    call(method: string, data: Record<string, unknown> = {}, accessToken = token) {
      calls += 1;
      const id = String(calls);
      return new Promise<Answer>((resolve) => {
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, method, data, accessToken }));
      });
    },
    close: () => socket.terminate(),
  };
};
