import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from "playwright";
import { chromiumFlags } from "../browser/chromium-flags.ts";
import { findChromium } from "../browser/find-chromium.ts";

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
  type: string;
  /** When it was sent and when it was complete, in milliseconds since 1970. */
  sent: number;
  arrived: number;
  /** Bytes of the body, compressed as it was sent. */
  bytes: number;
  /** Bytes of headers and body as they were sent. */
  lineBytes: number;
  cached: boolean;
}

export interface MeasuredPage {
  page: Page;
  cdp: CDPSession;
  requests: Request[];
}

let found: string | null | undefined;

/** @throws an Error if no Chromium can be found */
export const requireChromium = (): string => {
  found ??= findChromium();
  if (!found) throw new Error("No Chromium was found, and none could be downloaded.");
  return found;
};

/**
 * Opens a browser with an empty cache.
 * @param flags in addition to the usual ones
 * @param withWorker whether the web app's worker may start; the other measurements are of the line
 * @throws an Error if no Chromium can be found
 */
export const openBrowser = async (
  flags: readonly string[] = [],
  { withWorker = false } = {},
): Promise<{ browser: Browser; context: BrowserContext }> => {
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: [...chromiumFlags, ...flags],
  });
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: "en-US",
    serviceWorkers: withWorker ? "allow" : "block",
  });
  return { browser, context };
};

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
  const open = new Map<string, { made: Request; monotonic: number; length: number | null }>();
  cdp.on("Network.requestWillBeSent", ({ requestId, request, timestamp, wallTime, ...event }) => {
    if (!request.url.startsWith("http")) return;
    const made: Request = {
      url: request.url,
      type: event.type ?? "Other",
      sent: wallTime * 1000,
      arrived: Number.POSITIVE_INFINITY,
      bytes: 0,
      lineBytes: 0,
      cached: false,
    };
    open.set(requestId, { made, monotonic: timestamp, length: null });
    requests.push(made);
  });
  cdp.on("Network.requestServedFromCache", ({ requestId }) => {
    const entry = open.get(requestId);
    if (entry) entry.made.cached = true;
  });
  cdp.on("Network.responseReceived", ({ requestId, response, type }) => {
    const entry = open.get(requestId);
    if (!entry) return;
    entry.made.type = type;
    if (response.fromDiskCache) entry.made.cached = true;
    const headers = new Map(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const length = headers.get("content-length");
    entry.length = length === undefined ? null : Number(length);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
    const entry = open.get(requestId);
    if (!entry) return;
    const { made, monotonic, length } = entry;
    made.arrived = made.sent + (timestamp - monotonic) * 1000;
    if (made.cached) return;
    made.lineBytes = encodedDataLength;
    made.bytes = length ?? encodedDataLength;
  });
  return requests;
};

/** Opens a page on a line of the given speed, and records its requests. */
export const openPage = async (context: BrowserContext, line?: Line): Promise<MeasuredPage> => {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const requests = record(cdp);
  if (line) {
    const bytesPerSecond = line.speed === 0 ? -1 : (line.speed * 1000) / 8;
    await cdp.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: line.latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: line.slowdown });
  }
  await page.addInitScript(noteReady);
  return { page, cdp, requests };
};

/** Milliseconds from the start of the navigation until the page's handlers were attached. */
export const readyTime = async (page: Page): Promise<number> => {
  const handle = await page.waitForFunction(() => "readyAt" in window && Number(window.readyAt));
  return Number(await handle.jsonValue());
};
