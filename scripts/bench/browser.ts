import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from "playwright";
import { chromiumFlags } from "../browser/chromium-flags.ts";
import { findChromium } from "../browser/find-chromium.ts";

/** A phone, as most students have. */
const PHONE = { width: 360, height: 740 };

export interface Line {
  /** Added to every request, in milliseconds. */
  latency: number;
  /** Both ways, in kbit/s; 0: as fast as it goes. */
  speed: number;
  /** How many times slower the processor is. */
  slowdown: number;
}

/** The line and the phone that the budgets speak of. */
export const slowLine: Line = { latency: 400, speed: 400, slowdown: 4 };

/** What a page asked the network for. Bytes as they crossed the line, headers included. */
export interface Request {
  url: string;
  type: string;
  /** Milliseconds since 1970. */
  sent: number;
  bytes: number;
  cached: boolean;
}

export interface MeasuredPage {
  page: Page;
  cdp: CDPSession;
  requests: Request[];
}

let found: string | null | undefined;

/**
 * A fresh browser: nothing cached, nothing compiled.
 * @throws when there is no Chromium to be had
 */
export const openBrowser = async (): Promise<{ browser: Browser; context: BrowserContext }> => {
  found ??= findChromium();
  if (!found) throw new Error("There is no Chromium on this machine, and none could be fetched.");
  const browser = await chromium.launch({ executablePath: found, args: [...chromiumFlags] });
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: "en-US",
  });
  return { browser, context };
};

/** Leaves in `window.readyAt` when the page's handlers were attached, on the page's clock. */
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
  const open = new Map<string, Request>();
  cdp.on("Network.requestWillBeSent", ({ requestId, request, type = "Other", wallTime }) => {
    if (!request.url.startsWith("http")) return;
    const made = { url: request.url, type, sent: wallTime * 1000, bytes: 0, cached: false };
    open.set(requestId, made);
    requests.push(made);
  });
  cdp.on("Network.requestServedFromCache", ({ requestId }) => {
    const made = open.get(requestId);
    if (made) made.cached = true;
  });
  cdp.on("Network.responseReceived", ({ requestId, response, type }) => {
    const made = open.get(requestId);
    if (!made) return;
    made.type = type;
    if (response.fromDiskCache) made.cached = true;
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const made = open.get(requestId);
    if (made && !made.cached) made.bytes = encodedDataLength;
  });
  return requests;
};

/** A page whose requests are counted, on a line as slow as is asked. */
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

/** Milliseconds from the navigation's start until the page's handlers were attached. */
export const readyTime = async (page: Page): Promise<number> => {
  const handle = await page.waitForFunction(() => "readyAt" in window && Number(window.readyAt));
  return Number(await handle.jsonValue());
};
