import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";
import { trustsSchool } from "../../../tests/server/support/certificates.ts";
import { launchChromium } from "../../browser/launch-chromium.ts";
import type { SchoolApi } from "../../school/start-school.ts";
import {
  type Line,
  type MeasuredPage,
  openPage,
  type Request,
  setLine,
  slowLine,
} from "../browser.ts";
import { type Figures, median } from "../report.ts";
import { repeat, timeUntil } from "../stopwatch.ts";
import { openSignedIn } from "../student.ts";

const TABLET = { width: 1024, height: 768 };

/** Opens the app on a tablet as the tutor, and closes the browser after the work. */
export const onTablet = async <Value>(
  school: string,
  work: (measured: MeasuredPage) => Promise<Value>,
): Promise<Value> => {
  const browser = await launchChromium([trustsSchool]);
  try {
    const context = await browser.newContext({
      ...{ viewport: TABLET, hasTouch: true, locale: "en-US", serviceWorkers: "block" },
    });
    const measured = await openPage(context);
    await openSignedIn(measured.page, school, "tutor");
    await toDesk(measured.page).waitFor();
    await measured.page.waitForLoadState("networkidle");
    return await work(measured);
  } finally {
    await browser.close();
  }
};

/** The link to the desk in the header. */
export const toDesk = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Desk/ });

export const stage = (page: Page) => page.getByRole("application").first();

const RUNS = 3;
const FAST: Line = { latency: 0, speed: 0, slowdown: 1 };
const TYPED = "number 19";
const TYPING_MS = 150;
/** The school has answered the last key by then. */
const ANSWERED_MS = 1000;
const ASKED_MS = 20_000;
const FETCHED_MS = 1000;

interface Waiting {
  readonly id: number;
  readonly student: { readonly name: string };
}

/** Runs in the page: notes how long each key takes until the browser has painted. */
const noteKeys = (): void => {
  const keys: number[] = [];
  Object.assign(window, { keys });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (name === "keydown" || name === "input") keys.push(duration);
    }
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
};

const slowestKey = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, ...(window as unknown as { keys: number[] }).keys));

const filesOf = (requests: readonly Request[], { id }: Waiting): Request[] =>
  requests.filter(({ url }) => url.includes(`/uploads/${id}/`));

/** Waits until the file of a hand-in is fetched beforehand. The browser does not tell when a Blob is complete. */
const fetched = async (requests: readonly Request[], waiting: Waiting): Promise<void> => {
  const end = performance.now() + ASKED_MS;
  while (filesOf(requests, waiting).length === 0) {
    if (performance.now() > end) throw new Error("The next hand-in was not fetched beforehand");
    await pause(50);
  }
  await pause(FETCHED_MS);
};

/** Opens the queue, a hand-in and the next one, and searches for students. */
const measureOnce = (url: string, first: Waiting, second: Waiting) =>
  onTablet(url, async ({ page, cdp, requests }) => {
    // A tutor signs in to the desk.
    await page.getByRole("button", { name: /^Hello/ }).click();
    await page.getByRole("menuitem", { name: "Profile", exact: true }).click();
    await page.getByRole("heading", { name: "Profile", exact: true }).waitFor();
    const opened = await timeUntil(page, { selector: "ol li a" }, () => toDesk(page).click());

    await page.locator("main ol li a").first().click();
    await page.locator("main").getByText(first.student.name).first().waitFor();
    await stage(page).waitFor();
    await fetched(requests, second);
    await setLine(cdp, slowLine);
    const next = await timeUntil(page, { text: second.student.name }, () =>
      page.getByRole("button", { name: "Next", exact: true }).click(),
    );
    await stage(page).waitFor();
    const files = filesOf(requests, second).length;
    if (files !== 1) throw new Error(`The file of the next hand-in was fetched ${files} times`);

    await setLine(cdp, FAST);
    await page.goto(`${url}/tls/desk/students`);
    const field = page.getByRole("searchbox").first();
    await field.waitFor();
    await page.locator("main tbody tr").first().waitFor();
    await page.evaluate(noteKeys);
    await field.pressSequentially(TYPED, { delay: TYPING_MS });
    await pause(ANSWERED_MS);
    return { opened, next, key: await slowestKey(page) };
  });

/** Measures the screens of the desk on a tablet. The median of several runs. */
export const measureScreens = async ({ url, get }: SchoolApi): Promise<Figures> => {
  const { entries } = await get<{ entries: Waiting[] }>("/desk/queue");
  const [first, second] = entries;
  if (!first || !second) throw new Error("Nothing waits");
  const runs = await repeat(RUNS, () => measureOnce(url, first, second));
  for (const { opened, next, key } of runs) {
    const shown = [opened, next, key].map((time) => time.toFixed(0)).join(", ");
    console.log(
      `    in the browser: queue, next hand-in on the slow line, slowest key: ${shown} ms`,
    );
  }
  return {
    "the queue, from click to list": median(runs.map(({ opened }) => opened)),
    "the next hand-in on the slow line": median(runs.map(({ next }) => next)),
    "a key in the search of students, until it is painted": median(runs.map(({ key }) => key)),
  };
};
