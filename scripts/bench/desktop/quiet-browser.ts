import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { WebSocket } from "ws";

/** A page that is not instrumented while it works. */
export interface QuietPage extends AsyncDisposable {
  /** The browser's process. Its descendants do the work. */
  pid: number;
  /** Opens another address. */
  goTo(address: string): Promise<void>;
  /** Evaluates a function in the page. It must not use variables of this process. */
  evaluate<Value>(work: () => Value | Promise<Value>): Promise<Value>;
  send<Result>(method: string, params?: object): Promise<Result>;
}

/** An answer of the DevTools protocol. Events have no id. */
interface Answer {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: unknown;
}

const connect = async (address: string) => {
  const socket = new WebSocket(address, { maxPayload: 0 });
  await once(socket, "open");
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.on("message", (message) => {
    const { id = 0, result, error }: Answer = JSON.parse(String(message));
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  return <Result>(method: string, params: object = {}, sessionId?: string): Promise<Result> => {
    last += 1;
    const call = Promise.withResolvers<unknown>();
    waiting.set(last, call);
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    return call.promise as Promise<Result>;
  };
};

/**
 * Opens a browser with one empty page. Playwright receives every request and every message on a
 * socket, which costs more than the requests themselves; this browser reports nothing.
 * @param before runs in each page before its own scripts
 */
export const openQuietPage = async (
  executable: string,
  flags: readonly string[],
  before: () => void,
): Promise<QuietPage> => {
  const profile = mkdtempSync(path.join(tmpdir(), "learning-space-browser-"));
  const words = [...flags, `--user-data-dir=${profile}`, "--remote-debugging-port=0"];
  const browser = spawn(executable, [...words, "--window-size=1180,800", "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const end = () => {
    browser.kill("SIGKILL");
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", end);
  const gone = once(browser, "exit");
  const address = await new Promise<string>((resolve, reject) => {
    browser.once("exit", () => reject(new Error("The browser did not start.")));
    createInterface(browser.stderr).on("line", (text) => {
      const [, found] = /listening on (ws:\S+)/.exec(text) ?? [];
      if (found) resolve(found);
    });
  });
  const toBrowser = await connect(address);
  const { targetId } = await toBrowser<{ targetId: string }>("Target.createTarget", {
    url: "about:blank",
  });
  const { sessionId } = await toBrowser<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  const send: QuietPage["send"] = (method, params) => toBrowser(method, params, sessionId);
  await send("Page.enable");
  await send("Page.addScriptToEvaluateOnNewDocument", { source: `(${before})()` });
  return {
    pid: browser.pid ?? 0,
    send,
    goTo: (url) => send("Page.navigate", { url }),
    async evaluate<Value>(work: () => Value | Promise<Value>) {
      const asked = { expression: `(${work})()`, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await send<Evaluated>("Runtime.evaluate", asked);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value as Value;
    },
    async [Symbol.asyncDispose]() {
      await toBrowser("Browser.close");
      await gone;
      process.off("exit", end);
      end();
    },
  };
};
