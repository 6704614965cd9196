import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket as Socket } from "ws";
import { startHost } from "../../../tests/adapters/host/start-host.ts";
import { startRuntime } from "../../../tests/adapters/host/start-runtime.ts";
import { layOutApp } from "../../../tests/desktop/lay-out-app.ts";
import { trustsSchool } from "../../../tests/server/support/certificates.ts";
import { chromiumFlags } from "../../browser/browser-settings.ts";
import { requireChromium } from "../../browser/launch-chromium.ts";
import { runtimeForThisMachine } from "../../desktop/runtimes.ts";

/** A page that is not instrumented while it works. */
interface QuietPage extends AsyncDisposable {
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
  const socket = new Socket(address, { maxPayload: 0 });
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
const openQuietPage = async (
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

/** What is recorded in the page. All times are in milliseconds since 1970. */
export interface PageNotes {
  calls: { url: string; from: number; to: number }[];
  /** Requests to the runtime for sizes of content files: the first request and the last answer. */
  sizes: { first: number; last: number; asked: number; answered: number };
  /** Tasks of the page's thread that took more than 50 ms. */
  stalls: { at: number; ms: number }[];
  /** When a lesson was first visible, from the page's start; null while none is. */
  lessonMs: number | null;
}

/** Runs in the page before its own scripts. Stores `PageNotes` in `window.notes`. */
const recordNotes = (): void => {
  const sizes = { first: Number.NaN, last: Number.NaN, asked: 0, answered: 0 };
  const notes: PageNotes = { calls: [], sizes, stalls: [], lessonMs: null };
  Object.assign(window, { notes });
  const now = () => performance.timeOrigin + performance.now();
  const ownFetch = window.fetch;
  // As little work as possible, since it is part of what is measured.
  window.fetch = (input, init) => {
    const url = String(input);
    const answer = ownFetch(input, init);
    if (!url.includes("/api/")) return answer;
    const call = { url, from: now(), to: Number.NaN };
    notes.calls.push(call);
    const answered = () => {
      call.to = now();
    };
    answer.then(answered, answered);
    return answer;
  };
  const heard = new WeakSet<WebSocket>();
  const hear = ({ data }: MessageEvent) => {
    if (sizes.answered === sizes.asked || !String(data).includes("isFile")) return;
    sizes.answered += 1;
    sizes.last = now();
  };
  const ownSend = WebSocket.prototype.send;
  WebSocket.prototype.send = function send(data) {
    const message = String(data);
    // Longer messages contain the bytes of a file.
    if (message.length < 1000 && message.includes("getStats") && message.includes("/files/")) {
      if (!heard.has(this)) this.addEventListener("message", hear);
      heard.add(this);
      if (sizes.asked === 0) sizes.first = now();
      sizes.asked += 1;
    }
    ownSend.call(this, data);
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      notes.stalls.push({ at: performance.timeOrigin + startTime, ms: duration });
    }
  }).observe({ type: "longtask", buffered: true });
  const look = new MutationObserver(() => {
    if (!document.querySelector("main article h1")) return;
    notes.lessonMs = performance.now();
    look.disconnect();
  });
  look.observe(document, { subtree: true, childList: true });
};

const LOOK_EVERY_MS = 50;

/** What the app runs on here: the runtime without a window, or a stand-in for it. */
export const describeRuntime = (): string =>
  runtimeForThisMachine() ? "the runtime" : "the stand-in for the runtime";

/** The app's process, which has no page yet. It ends as when the window is closed. */
interface RunningHost extends AsyncDisposable {
  address: string;
  dataFolder: string;
}

/**
 * Starts the process that serves the built app.
 * @param dataHome the folder that contains the data folders of apps
 */
export const startAppHost = async (school: string, dataHome: string): Promise<RunningHost> => {
  const { web, config } = layOutApp("hybrid", school);
  const options = { documentRoot: web, dataHome, config };
  const runtime = runtimeForThisMachine();
  const running = runtime ? await startRuntime(runtime, options) : await startHost(options);
  const { address, dataFolder } = running;
  return {
    address,
    dataFolder,
    async [Symbol.asyncDispose]() {
      await running.kill();
      // Closing a window releases the folder; closing a browser tab does not.
      rmSync(path.join(dataFolder, "state/instance.lock"), { force: true });
    },
  };
};

export interface RunningApp extends Omit<QuietPage, "goTo"> {
  dataFolder: string;
  notes(): Promise<PageNotes>;
  /** Waits until a function returns true in the page. It must not use variables of this process. */
  until(isSo: () => boolean, limitMs?: number): Promise<void>;
}

/** Opens the app of a signed-in person in its own browser. */
export const openApp = async (
  school: string,
  dataHome: string,
  place = "/tls/",
): Promise<RunningApp> => {
  const host = await startAppHost(school, dataHome);
  const flags = [...chromiumFlags, trustsSchool];
  const page = await openQuietPage(requireChromium(), flags, recordNotes);
  await page.goTo(`${host.address}${place}`);
  return {
    ...page,
    dataFolder: host.dataFolder,
    notes: () => page.evaluate(() => (window as unknown as { notes: PageNotes }).notes),
    async until(isSo, limitMs = 30_000) {
      const limit = Date.now() + limitMs;
      while (!(await page.evaluate(isSo))) {
        if (Date.now() > limit) throw new Error(`Not within ${limitMs} ms: ${isSo}`);
        await pause(LOOK_EVERY_MS);
      }
    },
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
    },
  };
};
