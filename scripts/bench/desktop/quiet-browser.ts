import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { WebSocket } from "ws";

/** A page that is not instrumented while it works. */
export interface QuietPage {
  /** The browser's process. Its descendants do the work. */
  pid: number;
  /** Opens another address. */
  goTo(address: string): Promise<void>;
  /** Evaluates a function in the page. It must not use variables of this process. */
  evaluate<Value>(work: () => Value | Promise<Value>): Promise<Value>;
  send(method: string, params?: object): Promise<unknown>;
  close(): Promise<void>;
}

const answer = v.object({
  id: v.number(),
  result: v.optional(v.record(v.string(), v.unknown()), {}),
  error: v.optional(v.object({ message: v.string() })),
});
const target = v.object({ targetId: v.string() });
const attached = v.object({ sessionId: v.string() });
const evaluated = v.object({
  result: v.object({ value: v.optional(v.unknown()) }),
  exceptionDetails: v.optional(v.unknown()),
});

const ask = async (address: string) => {
  const socket = new WebSocket(address, { maxPayload: 0 });
  await once(socket, "open");
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.on("message", (message) => {
    const said = v.safeParse(answer, JSON.parse(String(message)));
    if (!said.success) return;
    const { id, result, error } = said.output;
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  return (method: string, params: object = {}, sessionId?: string): Promise<unknown> => {
    last += 1;
    const call = Promise.withResolvers<unknown>();
    waiting.set(last, call);
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    return call.promise;
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
  const toBrowser = await ask(address);
  const { targetId } = v.parse(
    target,
    await toBrowser("Target.createTarget", { url: "about:blank" }),
  );
  const { sessionId } = v.parse(
    attached,
    await toBrowser("Target.attachToTarget", { targetId, flatten: true }),
  );
  const send: QuietPage["send"] = (method, params) => toBrowser(method, params, sessionId);
  await send("Page.enable");
  await send("Page.addScriptToEvaluateOnNewDocument", { source: `(${before})()` });
  return {
    pid: browser.pid ?? 0,
    send,
    goTo: async (url) => void (await send("Page.navigate", { url })),
    async evaluate<Value>(work: () => Value | Promise<Value>) {
      const asked = { expression: `(${work})()`, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = v.parse(
        evaluated,
        await send("Runtime.evaluate", asked),
      );
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value as Value;
    },
    async close() {
      await toBrowser("Browser.close");
      await gone;
      process.off("exit", end);
      end();
    },
  };
};
