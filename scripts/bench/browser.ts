import type { BrowserContext, CDPSession, Page } from "playwright";
import { launchChromium } from "../browser/launch-chromium.ts";

/** A phone, which is what most students use. */
const PHONE = { width: 360, height: 740 };

export interface Line {
  /** Latency that is added to every request, in milliseconds. */
  latency: number;
  /** Bandwidth in each direction in kbit/s; 0: unlimited. */
  speed: number;
  /** Slowdown factor of the processor. */
  slowdown: number;
}

/** The connection and the phone that the budgets refer to. */
export const slowLine: Line = { latency: 400, speed: 400, slowdown: 4 };

/** A network request of a page. */
export interface Request {
  url: string;
  /** When it was sent and when it was complete, in milliseconds since 1970. */
  sent: number;
  arrived: number;
  /** Bytes of the body, compressed as it was sent; 0 if it came from the cache. */
  bytes: number;
}

export interface MeasuredPage {
  page: Page;
  cdp: CDPSession;
  requests: Request[];
}

/** A phone with a browser of its own, which `await using` closes at the end of a block. */
export interface Phone extends AsyncDisposable {
  context: BrowserContext;
}

/**
 * Opens the browser of a phone with an empty cache.
 * @param flags in addition to the usual ones
 * @param withWorker whether the web app's worker may start; the other measurements are of the line
 * @throws an Error if no Chromium can be found
 */
export const openPhone = async (
  flags: readonly string[] = [],
  { withWorker = false } = {},
): Promise<Phone> => {
  const browser = await launchChromium(flags);
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: "en-US",
    serviceWorkers: withWorker ? "allow" : "block",
  });
  return { context, [Symbol.asyncDispose]: () => browser.close() };
};

/** Without the JIT compiler, as compiled code would count as memory that a page keeps. */
export const WITHOUT_COMPILING = ["--js-flags=--jitless"];

/** Sets `window.readyAt` to the page's time when its handlers were attached. */
const noteReady = () => {
  const look = () => {
    if (document.documentElement?.hasAttribute("data-ready")) {
      Object.assign(window, { readyAt: performance.now() });
      observer.disconnect();
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["data-ready"],
  });
};

const record = (cdp: CDPSession): Request[] => {
  const requests: Request[] = [];
  const open = new Map<string, { made: Request; monotonic: number; bytes: number | null }>();
  cdp.on("Network.requestWillBeSent", ({ requestId, request: { url }, timestamp, wallTime }) => {
    if (!url.startsWith("http")) return;
    const made = { url, sent: wallTime * 1000, arrived: Number.POSITIVE_INFINITY, bytes: 0 };
    open.set(requestId, { made, monotonic: timestamp, bytes: null });
    requests.push(made);
  });
  cdp.on("Network.requestServedFromCache", ({ requestId }) => {
    const entry = open.get(requestId);
    if (entry) entry.bytes = 0;
  });
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    const entry = open.get(requestId);
    if (!entry || entry.bytes === 0) return;
    const [, length] =
      Object.entries(response.headers).find(([name]) => /^content-length$/i.test(name)) ?? [];
    if (response.fromDiskCache) entry.bytes = 0;
    else if (length !== undefined) entry.bytes = Number(length);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
    const entry = open.get(requestId);
    if (!entry) return;
    const { made, monotonic, bytes } = entry;
    made.arrived = made.sent + (timestamp - monotonic) * 1000;
    made.bytes = bytes ?? encodedDataLength;
  });
  return requests;
};

/** Gives a page a line of the given speed, and a processor that is so much slower. */
export const setLine = async (cdp: CDPSession, { latency, speed, slowdown }: Line) => {
  const bytesPerSecond = speed === 0 ? -1 : (speed * 1000) / 8;
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
};

/** Opens a page on a line of the given speed, and records its requests. */
export const openPage = async (context: BrowserContext, line?: Line): Promise<MeasuredPage> => {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const requests = record(cdp);
  if (line) await setLine(cdp, line);
  await page.addInitScript(noteReady);
  return { page, cdp, requests };
};

/**
 * Resolves when the page says a word by `console.debug`. To look into a page takes its own processor: Playwright's
 * script alone takes a slow one a tenth of a second.
 */
export const whenSaid = (page: Page, word: string): Promise<unknown> =>
  page.waitForEvent("console", (message) => message.text() === word);

/** The bytes that a page keeps on its heap, without garbage. */
export const heapOf = async (cdp: CDPSession): Promise<number> => {
  // Finalizers of one collection can make more objects collectable.
  for (let turn = 0; turn < 3; turn += 1) await cdp.send("HeapProfiler.collectGarbage");
  return (await cdp.send("Runtime.getHeapUsage")).usedSize;
};

/** Milliseconds from the start of the navigation until the page's handlers were attached. */
export const readyTime = async (page: Page): Promise<number> => {
  const handle = await page.waitForFunction(() => "readyAt" in window && Number(window.readyAt));
  return Number(await handle.jsonValue());
};
