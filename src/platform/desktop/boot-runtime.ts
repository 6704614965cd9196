import type { ReadableFolder } from "../ports.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { accessToken, loadRuntimeGlobals } from "./runtime-globals.ts";

/** The part of the runtime that is needed to choose the version of the app to start. */
export interface BootRuntime {
  /** The installed program: its version, and the fingerprint of the part that no update replaces. */
  readonly installed: { readonly version: string; readonly shell: string };
  /** The app's data folder. */
  readonly folder: Pick<ReadableFolder, "list" | "read" | "size">;
  append(path: string, bytes: Uint8Array): Promise<void>;
  /** Serves a folder to this page. @returns its address, which only this page knows */
  mount(path: string): Promise<string>;
  /** Closes the connection. A page may have only one, and the app's library opens its own. */
  close(): Promise<void>;
}

declare global {
  interface Window {
    /** Fingerprint of the installed program and its configuration, made by `app-config.ts`. */
    NL_SHELL?: string;
  }
}

interface Answer {
  readonly id?: string;
  readonly data?: { readonly error?: unknown; readonly returnValue?: unknown };
}

const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Connects to the runtime without its library, which is large and part of the app's own code.
 * @throws an Error if there is no runtime, or if it does not answer
 */
export const openBootRuntime = async (): Promise<BootRuntime> => {
  if (!(await loadRuntimeGlobals())) throw new Error("There is no desktop runtime.");
  const token = accessToken();
  const connectToken = token.split(".")[1] ?? "";
  const socket = new WebSocket(
    `ws://${location.hostname}:${window.NL_PORT}?connectToken=${connectToken}`,
  );
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  socket.onopen = () => opened.resolve();
  socket.onclose = () => {
    const gone = new Error("The desktop runtime is gone.");
    opened.reject(gone);
    for (const { reject } of waiting.values()) reject(gone);
    closed.resolve();
  };
  socket.onmessage = ({ data }) => {
    const { id = "", data: outcome }: Answer = JSON.parse(data);
    const call = waiting.get(id);
    waiting.delete(id);
    if (outcome?.error) call?.reject(new Error("The desktop runtime refused."));
    else call?.resolve(outcome?.returnValue);
  };
  await opened.promise;

  const call = (method: string, data: Record<string, unknown>): Promise<unknown> => {
    const id = `boot-${randomName()}`;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    socket.send(JSON.stringify({ id, method, data, accessToken: token }));
    return answer.promise;
  };

  const data = textOf(await call("os.getPath", { name: "data" }));
  const root = `${data}/${window.NL_APPID}`;

  /** @returns null for what is not there */
  const ask = (method: string, path: string): Promise<unknown> =>
    call(`filesystem.${method}`, { path: `${root}/${path}` }).catch(() => null);

  return {
    installed: { version: window.NL_APPVERSION, shell: window.NL_SHELL ?? "" },

    folder: {
      async list(path) {
        const answer = await ask("readDirectory", path);
        const entries = (Array.isArray(answer) ? answer : []) as { type: string; entry: string }[];
        return entries.filter(({ type }) => type === "FILE").map(({ entry }) => entry);
      },
      async size(path) {
        const answer = await ask("getStats", path);
        return (answer as { size: number } | null)?.size ?? null;
      },
      async read(path) {
        const answer = await ask("readBinaryFile", path);
        return typeof answer === "string" ? fromBase64(answer) : null;
      },
    },

    async append(path, bytes) {
      await call("filesystem.appendBinaryFile", {
        path: `${root}/${path}`,
        data: toBase64(bytes),
      });
    },

    async mount(path) {
      // The runtime's server is open to path traversal: see `desktop-folder.ts`.
      const mount = `/${randomName()}`;
      await call("server.mount", { path: mount, target: `${root}/${path}` });
      return mount;
    },

    close() {
      socket.close();
      return closed.promise;
    },
  };
};
